// Talks to the machine and to the world from JavaScript.
// verdict: ok
// note: all 6 refused

const dgram = require("node:dgram");
const net = require("node:net");
const { event, trying } = require("./trying.js");

trying({
  "loopback": () => event(net.connect(47474, "127.0.0.1"), "connect"),
  "the world": () => event(net.connect(80, "192.0.2.1"), "connect"),
  "a door": () => event(net.createServer().listen(47474), "listening"),
  "a local door": () => event(net.createServer().listen("/box/shelf-mark"), "listening"),
  "packets": () => event(dgram.createSocket("udp4").bind(47474), "listening"),
  "names": () => require("node:dns").promises.lookup("example.org"),
});
