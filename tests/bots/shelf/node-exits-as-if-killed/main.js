// Leaves as if the machine had killed it, from JavaScript.
// verdict: crashed

require("./trying.js").play(() => process.exit(137));
