// Writes where its own files lie, and elsewhere.
// verdict: ok
// note: all 19 refused

const fs = require("node:fs");
const { trying } = require("./trying.js");

const MUCH = Buffer.alloc(1 << 20);
const write = (name) => () => fs.writeFileSync(name, MUCH);

trying({
  "its folder": write("/box/shelf-mark"),
  "itself": () => fs.appendFileSync("/box/main.js", "// more"),
  "what it has": () => fs.openSync("/box/main.js", "r+"),
  "nothing of it": () => fs.truncateSync("/box/main.js"),
  "a copy": () => fs.copyFileSync("/box/main.js", "/box/shelf-mark"),
  "a folder": () => fs.mkdirSync("/box/shelf-mark"),
  "many folders": () => fs.mkdirSync("/box/a/b/c/d", { recursive: true }),
  "a temporary folder": () => fs.mkdtempSync("/box/shelf-mark"),
  "a link": () => fs.symlinkSync("/box/main.js", "/box/shelf-mark"),
  "a hard link": () => fs.linkSync("/box/main.js", "/box/shelf-mark"),
  "another name": () => fs.renameSync("/box/main.js", "/box/shelf-mark"),
  "away with it": () => fs.rmSync("/box/main.js"),
  "its mode": () => fs.chmodSync("/box/main.js", 0o777),
  "its times": () => fs.utimesSync("/box/main.js", 1, 1),
  "later": () => fs.promises.writeFile("/box/shelf-mark", MUCH),
  "/": write("/shelf-mark"),
  "/tmp": write("/tmp/shelf-mark"),
  "/dev": write("/dev/shelf-mark"),
  "the rules": () => fs.appendFileSync("/club/games/core.py", "more"),
});
