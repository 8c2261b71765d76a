// Sends signals to all it can reach, itself included, from JavaScript.
// verdict: ok
// note: all 5 refused

const { trying } = require("./trying.js");

trying({
  "everybody": () => process.kill(-1, "SIGKILL"),
  "the first": () => process.kill(1, "SIGKILL"),
  "itself": () => process.kill(process.pid, "SIGSTOP"),
  "its parent": () => process.kill(process.ppid, "SIGKILL"),
  "its group": () => process.kill(0, "SIGTERM"),
});
