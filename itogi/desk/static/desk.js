// Comforts only: every screen works without this file. Live refresh, one-keystroke answers, copying, the countdown.
"use strict";

document.body.addEventListener("htmx:configRequest", (event) => {
  event.detail.headers["X-CSRF-Token"] = document.body.dataset.csrf;
});

const live = document.querySelector("[data-live]");
if (live) {
  const source = new EventSource("/events");
  source.addEventListener("changed", () => {
    // Never pull the page from under somebody who is typing in it.
    const field = document.activeElement;
    if (field && ["INPUT", "TEXTAREA", "SELECT"].includes(field.tagName)) return;
    htmx.ajax("GET", location.pathname + location.search, { target: "#live", select: "#live", swap: "outerHTML" });
  });
  window.addEventListener("pagehide", () => source.close());
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (["INPUT", "TEXTAREA", "SELECT"].includes(event.target.tagName)) return;
  const button = document.querySelector(`button[data-key="${CSS.escape(event.key)}"]`);
  if (button) {
    event.preventDefault();
    button.click();
  }
});

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  const text = "value" in field ? field.value : field.textContent;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    if (field.select) {
      field.select();
      document.execCommand("copy");
    }
  }
  document.getElementById("said").textContent = button.dataset.copied;
});

const clock = document.querySelector("[data-deadline]");
if (clock) {
  // The server's clock is the forum's, as measured: count from what it said, not from this machine's time of day.
  const left = Number(clock.dataset.left);
  const start = performance.now();
  const show = () => {
    const seconds = Math.max(0, Math.round(left - (performance.now() - start) / 1000));
    const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    clock.textContent = parts.map((part) => String(part).padStart(2, "0")).join(":");
  };
  show();
  setInterval(show, 1000);
}
