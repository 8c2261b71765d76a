// Has a mistake in it, which its log shows.
// verdict: crashed
// stderr: TypeError

require("./trying.js").play(() => null.move);
