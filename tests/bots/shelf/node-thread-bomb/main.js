// Takes all memory in threads, each of which has a heap of its own.
// verdict: exhausted
// cpu_s: 6

const { Worker } = require("node:worker_threads");

const greedy = `
  const kept = Buffer.alloc(128 << 20, 1);
  setInterval(() => kept, 1000);
  require("node:worker_threads").parentPort.postMessage("more");
`;
const more = () => new Worker(greedy, { eval: true }).once("message", more);
require("./trying.js").play(() => new Promise(more));
