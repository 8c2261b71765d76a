// Goes down until the stack is gone.
// verdict: crashed
// stderr: Maximum call stack size exceeded

const down = (depth) => 1 + down(depth + 1);
require("./trying.js").play(() => String(down(0)));
