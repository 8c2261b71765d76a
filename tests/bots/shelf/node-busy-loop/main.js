// Computes without end, and hears no signal it can be deaf to.
// verdict: late

for (const name of ["SIGTERM", "SIGINT", "SIGHUP", "SIGUSR2"]) process.on(name, () => {});
require("./trying.js").play(() => {
  while (true);
});
