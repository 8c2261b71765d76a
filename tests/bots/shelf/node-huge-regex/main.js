// Matches a pattern that takes for ever, in one step.
// verdict: late

require("./trying.js").play(() => String(/^(a+)+$/.test("a".repeat(60) + "b")));
