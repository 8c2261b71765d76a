const readline = require("node:readline");

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");
console.log = console.error; // what is printed goes to the log, not among the answers

function choose(turn, events) {
  // turn.legal, turn.view, turn.points ... as in Python; events: all since the last move
  return turn.legal[0];
}

let events = [];
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    // A match begins: message.seat, message.seats, message.seed ...
    say({ id: message.id, type: "ready", name: "first", version: "1", plays: ["xxl-pur"] });
  } else if (message.type === "events") {
    events.push(...message.events); // a part of them, where there are many
  } else if (message.type === "move") {
    events.push(...message.events);
    say({ id: message.id, move: choose(message, events) });
    events = [];
  }
});
