// Lets threads compute for it, while it only waits.
// verdict: late

const { Worker } = require("node:worker_threads");

const flag = new Int32Array(new SharedArrayBuffer(4));
require("./trying.js").play(() => {
  for (let number = 0; number < 3; number++) new Worker("while (true);", { eval: true });
  return new Promise(() => {});
});
