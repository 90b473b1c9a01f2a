// Shows the title of what is pointed at, touched or focused; arrow keys walk a matrix.
(() => {
  "use strict";
  const box = document.getElementById("tip");
  let shown = null;
  // Titles become labels: else the browser would show its own tooltip as well.
  for (const title of document.querySelectorAll(".t > title")) {
    title.parentNode.dataset.tip = title.textContent;
    title.parentNode.setAttribute("aria-label", title.textContent);
    title.remove();
  }
  const spot = (event) => event.target.closest ? event.target.closest("[data-tip]") : null;
  const hide = () => { box.hidden = true; shown = null; };
  const place = (x, y) => {
    const { width, height } = box.getBoundingClientRect();
    const left = Math.max(8, Math.min(x + 14, innerWidth - width - 8));
    const above = y - height - 12;
    box.style.left = `${left}px`;
    box.style.top = `${above > 8 ? above : y + 20}px`;
  };
  const show = (element, x, y) => {
    if (element !== shown) {
      const [head, ...rest] = element.dataset.tip.split("\n");
      const strong = document.createElement("strong");
      strong.textContent = head;
      box.replaceChildren(strong, ...rest.map((line) => {
        const div = document.createElement("div");
        div.textContent = line;
        return div;
      }));
      box.hidden = false;
      shown = element;
    }
    place(x, y);
  };
  const point = (event) => {
    const element = spot(event);
    if (element) show(element, event.clientX, event.clientY);
    else hide();
  };
  addEventListener("pointermove", point);
  addEventListener("pointerdown", point);
  addEventListener("focusin", (event) => {
    const element = spot(event);
    if (!element || element === shown) return;
    const { right, top } = element.getBoundingClientRect();
    show(element, right, top);
  });
  addEventListener("focusout", hide);
  addEventListener("scroll", hide, { capture: true, passive: true });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
    const element = spot(event);
    const columns = element ? Number(element.parentNode.dataset.columns) : 0;
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
    if (!columns || !step) return;
    const all = element.parentNode.children;
    const next = all[Array.prototype.indexOf.call(all, element) + step];
    if (next) {
      event.preventDefault();
      next.focus({ preventScroll: false });
    }
  });
})();
