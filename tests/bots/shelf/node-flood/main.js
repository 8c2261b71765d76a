// Writes to us without end, from JavaScript.
// verdict: flood
// cpu_s: 3

const line = '{"note":"' + "x".repeat(10000) + '"}\n';
const flood = () => process.stdout.write(line, flood);
require("./trying.js").play(() => new Promise(flood));
