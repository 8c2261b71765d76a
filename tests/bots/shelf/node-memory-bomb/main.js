// Takes all memory, as objects of JavaScript.
// verdict: exhausted
// cpu_s: 6

const kept = [];
require("./trying.js").play(() => {
  while (true) kept.push(new Array(1000).fill(0.5));
});
