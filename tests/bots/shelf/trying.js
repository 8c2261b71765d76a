// For bots of the shelf that try something forbidden and play on when it is refused.
const readline = require("node:readline");

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");

// Whether it fails: by throwing, by what it promises, or by a result with an error in it.
async function refused(attempt) {
  try {
    const found = await attempt();
    return Boolean(found && found.error);
  } catch {
    return true;
  }
}

async function note(attempts) {
  const names = Object.keys(attempts);
  const through = [];
  for (const name of names) if (!(await refused(attempts[name]))) through.push(name);
  return through.length ? `went through: ${through.join(", ")}` : `all ${names.length} refused`;
}

// Answers every question with the first move, and what `atEach` returns as a note beside it.
function play(atEach) {
  readline.createInterface({ input: process.stdin }).on("line", async (line) => {
    const message = JSON.parse(line);
    if (message.type === "hello") say({ type: "ready" });
    else if (message.id) say({ id: message.id, move: "r1", note: await atEach() });
  });
}

// What an emitter of events comes to.
const event = (emitter, good) =>
  new Promise((resolve, reject) => {
    emitter.once(good, resolve);
    emitter.once("error", reject);
  });

module.exports = { event, play, trying: (attempts) => play(() => note(attempts)) };
