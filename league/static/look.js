// Everything works without this file. It saves clicks and scrolling where matches are stepped through,
// and shows how far an upload is.
function settle() {
  document.querySelectorAll(".segments [aria-current]").forEach((one) => {
    const all = one.parentElement;
    all.scrollLeft = one.offsetLeft - all.offsetLeft - (all.clientWidth - one.clientWidth) / 2;
  });
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
function show(request) {
  const answer = new DOMParser().parseFromString(request.responseText, "text/html");
  document.querySelector("main").replaceWith(answer.querySelector("main"));
  document.title = answer.title;
  if (window.htmx) window.htmx.process(document.querySelector("main"));
  const notice = document.querySelector("[role=alert]");
  if (notice) notice.scrollIntoView({ block: "center" });
}
function upload(form) {
  const request = new XMLHttpRequest();
  const progress = form.querySelector("[data-progress]");
  request.upload.addEventListener("progress", (event) => { progress.value = event.loaded / event.total; });
  request.addEventListener("error", () => form.submit());
  request.addEventListener("load", () => {
    if (request.status < 400) location.assign(request.responseURL);
    else if (request.responseText.includes("<main")) show(request);
    else form.submit();
  });
  request.open("POST", form.action);
  request.send(new FormData(form));
  progress.hidden = false;
  form.querySelector("button").disabled = true;
}
function isTooLarge(input) {
  const form = input.form;
  const too = [...input.files].some((file) => file.size > Number(form.dataset.most));
  input.setCustomValidity(too ? form.dataset.tooLarge : "");
  return too;
}
document.addEventListener("submit", (event) => {
  const form = event.target.closest("[data-upload]");
  if (!form) return;
  event.preventDefault();
  const file = form.querySelector("[type=file]");
  if (isTooLarge(file)) file.reportValidity();
  else upload(form);
});
document.addEventListener("dragover", (event) => {
  const form = event.target.closest("[data-upload]");
  if (form) event.preventDefault();
  document.querySelectorAll("[data-upload]").forEach((one) => one.classList.toggle("is-over", one === form));
});
document.addEventListener("drop", (event) => {
  const form = event.target.closest("[data-upload]");
  if (!form) return;
  event.preventDefault();
  form.classList.remove("is-over");
  const file = form.querySelector("[type=file]");
  file.files = event.dataTransfer.files;
  if (isTooLarge(file)) file.reportValidity();
});
document.addEventListener("htmx:afterSettle", settle);
settle();
