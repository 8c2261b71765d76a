// Takes all memory beside the heap of JavaScript.
// verdict: exhausted
// cpu_s: 6

const kept = [];
require("./trying.js").play(() => {
  while (true) kept.push(Buffer.alloc(1 << 20, 1));
});
