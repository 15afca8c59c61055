// Comforts only: every screen works without this file. Live refresh, one-keystroke answers, copying, the countdown.
"use strict";

document.body.addEventListener("htmx:configRequest", (event) => {
  event.detail.headers["X-CSRF-Token"] = document.body.dataset.csrf;
});

// The entry of the screen that is shown stands in sight, also where the menu is wider than a phone.
document.querySelector("nav.main [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

// Whether something was typed or chosen that is not sent yet.
const unsaved = () =>
  [...document.querySelectorAll("main input, main textarea, main select")].some((field) => {
    if (["checkbox", "radio"].includes(field.type)) return field.checked !== field.defaultChecked;
    if (field.tagName !== "SELECT") return field.type !== "hidden" && field.value !== field.defaultValue;
    const chosen = [...field.options].findIndex((option) => option.defaultSelected);
    return field.selectedIndex !== Math.max(0, chosen);
  });

const live = document.querySelector("[data-live]");
if (live) {
  const gone = document.getElementById("gone");
  const reachable = "#live a, #live button, #live summary, #live [tabindex]";
  const freshen = async () => {
    // Never pull the page from under somebody who is typing in it.
    const field = document.activeElement;
    if (unsaved() || (field && ["INPUT", "TEXTAREA", "SELECT"].includes(field.tagName))) {
      document.getElementById("said").textContent = document.body.dataset.unsaved;
      return;
    }
    // What was unfolded stays so, and the keyboard where it was.
    const open = [...document.querySelectorAll("#live details")].map((one) => one.open);
    const place = [...document.querySelectorAll(reachable)].indexOf(field);
    await htmx.ajax("GET", location.pathname + location.search, { target: "#live", select: "#live", swap: "outerHTML" });
    const fresh = [...document.querySelectorAll("#live details")];
    if (fresh.length === open.length) fresh.forEach((one, index) => (one.open = open[index]));
    if (place >= 0) [...document.querySelectorAll(reachable)][place]?.focus();
  };
  let source = null;
  const listen = () => {
    source = new EventSource("/events");
    source.addEventListener("changed", freshen);
    // Roles were shown or hidden in another window.
    source.addEventListener("turned", (event) => {
      if (event.data !== document.body.dataset.turns && !unsaved()) location.reload();
    });
    source.addEventListener("open", () => (gone.hidden = true));
    source.addEventListener("error", () => (gone.hidden = false));
  };
  const rest = () => {
    source?.close();
    source = null;
  };
  listen();
  window.addEventListener("pagehide", rest);
  // A browser keeps few lines open to one address: a window that nobody sees gives its own back.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) rest();
    else if (source === null) {
      listen();
      freshen();
    }
  });
  // A form that nobody would take is not sent: what was typed in it would be lost.
  document.addEventListener("submit", (event) => {
    if (gone.hidden) return;
    event.preventDefault();
    gone.scrollIntoView({ block: "center" });
  });
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
