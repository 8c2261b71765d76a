// Becomes another program, or starts one, from JavaScript.
// verdict: ok
// note: all 7 refused

const { execFileSync, execSync, fork, spawn, spawnSync } = require("node:child_process");
const { event, trying } = require("./trying.js");

trying({
  "a process": () => spawnSync("/usr/bin/python3", ["-c", ""]),
  "itself": () => spawnSync(process.execPath, ["--version"]),
  "a shell": () => execSync("true", { stdio: "ignore" }),
  "the loader": () => execFileSync("/lib64/ld-linux-x86-64.so.2", ["/usr/bin/node", "--version"]),
  "later": () => event(spawn("/usr/bin/python3"), "spawn"),
  "a fork": () => event(fork("./main.js"), "spawn"),
  "a cluster": () => event(require("node:cluster").fork().process, "spawn"),
});
