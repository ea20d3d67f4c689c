"use strict";
(() => {
  const all = (where, what) => Array.from(where.querySelectorAll(what));

  // Tables are sorted by the data of their cells; what has none comes last.
  for (const table of all(document, "table.sortable")) {
    const heads = all(table, "thead th");
    const body = table.tBodies[0];
    heads.forEach((head, column) => {
      // The button stands behind the text, so that names can be selected.
      const button = document.createElement("button");
      button.type = "button";
      button.setAttribute("aria-label", "Sort by " + head.textContent);
      head.append("\u00a0", button);
      head.addEventListener("click", (event) => {
        if (event.target !== button && !getSelection().isCollapsed) return;
        const now = head.getAttribute("aria-sort");
        const names = body.rows[0]?.cells[column].dataset.sort === undefined; // they begin with A, numbers with the greatest
        const up = names ? now !== "ascending" : now === "descending";
        for (const other of heads) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", up ? "ascending" : "descending");
        const value = (row) => row.cells[column].dataset.sort;
        const rows = Array.from(body.rows);
        rows.sort((a, b) => {
          const x = value(a), y = value(b);
          if (names) return (up ? 1 : -1) * a.cells[column].textContent.localeCompare(b.cells[column].textContent);
          if (x === "" || y === "") return (x === "") - (y === "");
          return (up ? 1 : -1) * (Number(x) - Number(y));
        });
        body.append(...rows);
      });
    });
  }

  // A box that is wider than the screen says so.
  const boxes = new ResizeObserver((list) => {
    for (const { target } of list) {
      const box = target.closest(".scroll");
      box.classList.toggle("more", box.scrollWidth > box.clientWidth + 1);
    }
  });
  for (const box of all(document, ".scroll")) {
    boxes.observe(box);
    boxes.observe(box.firstElementChild);
  }

  // Cells of drawings tell themselves where no pointer hovers.
  for (const figure of all(document, "figure.pyramid")) {
    const told = figure.querySelector("output");
    const tell = (event) => {
      const title = event.target.closest("rect")?.querySelector("title");
      if (title) told.textContent = title.textContent;
    };
    figure.addEventListener("pointerover", tell);
    figure.addEventListener("click", tell);
  }

  // Failures are chosen by what they are.
  const form = document.getElementById("choose");
  if (form) {
    const failures = all(document, "details.failure");
    const shown = document.getElementById("chosen");
    const choose = () => {
      let n = 0;
      for (const failure of failures) {
        failure.hidden = !all(form, "select").every((s) => s.value === "" || failure.dataset[s.name] === s.value);
        if (!failure.hidden) n++;
      }
      shown.textContent = n + " of " + failures.length;
    };
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("change", choose);
    form.hidden = false;
    choose(); // a browser may remember what was chosen
  }

  // What an address names is opened.
  const open = () => {
    let at = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null;
    for (; at; at = at.parentElement) {
      if (at instanceof HTMLDetailsElement) at.open = true;
    }
  };
  addEventListener("hashchange", open);
  open();
})();
