// Everything works without this file. It saves clicks and scrolling where matches are stepped through.
function settle() {
  document.querySelectorAll("[data-send-button]").forEach((button) => { button.hidden = true; });
  const moves = document.querySelector(".moves");
  const now = moves && moves.querySelector(".is-now");
  if (now) moves.scrollTop = now.offsetTop - moves.offsetTop - (moves.clientHeight - now.clientHeight) / 2;
}
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-send]")) event.target.form.requestSubmit();
});
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, textarea, select") || event.altKey || event.ctrlKey || event.metaKey) return;
  const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  const link = rel && document.querySelector(`a[rel=${rel}]`);
  if (link) link.click();
});
document.addEventListener("htmx:afterSettle", settle);
settle();
