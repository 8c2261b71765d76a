// Reads the machine's files and environment from JavaScript.
// verdict: ok
// note: all 8 refused

const fs = require("node:fs");
const { trying } = require("./trying.js");

const read = (name) => () => fs.readFileSync(name);

trying({
  "passwords": read("/etc/passwd"),
  "the worker's environment": read("/proc/1/environ"),
  "its own": read("/proc/self/environ"),
  "devices": () => fs.readdirSync("/sys"),
  "homes": () => fs.readdirSync("/root"),
  "the worker's folder": () => fs.readdirSync("/tmp"),
  "upwards": read("../../../../etc/hostname"),
  "a secret": () => {
    if (!JSON.stringify(process.env).includes("SHELF")) throw new Error("there is none");
  },
});
