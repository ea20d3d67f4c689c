// Graphviz renders, and Mermaid reads, the drawing of every built-in toolset:
// node graphs.mjs SWITCHYARD, where SWITCHYARD is the program.
import { execFileSync } from "node:child_process";
import { instance } from "@viz-js/viz";
import DOMPurify from "dompurify";

// Mermaid cleans labels for a page; here there is no page to clean them for.
DOMPurify.sanitize = (label) => label;
DOMPurify.addHook = () => {};
const { default: mermaid } = await import("mermaid");
const viz = await instance();

const switchyard = (...args) => execFileSync(process.argv[2], args, { encoding: "utf8" });
const toolsets = JSON.parse(switchyard("tools", "list", "--json"));
let faults = 0;
for (const { name, tools } of toolsets) {
  try {
    const { status, output, errors } = viz.render(switchyard("tools", "graph", name, "--format", "dot"), { format: "json" });
    if (status !== "success") throw new Error(`Graphviz: ${errors.map((e) => e.message).join("; ")}`);
    if (errors.length) throw new Error(`Graphviz warns: ${errors.map((e) => e.message).join("; ")}`);
    const { objects = [], edges = [] } = JSON.parse(output);
    const flowchart = switchyard("tools", "graph", name, "--format", "mermaid");
    await mermaid.parse(flowchart);
    const { db } = await mermaid.mermaidAPI.getDiagramFromText(flowchart);
    const seen = (ends) => ends.map(([from, to, label]) => `${from} -> ${to} ${label ?? ""}`).sort().join("\n");
    const drawn = seen(edges.map((e) => [objects[e.tail].label, objects[e.head].label, e.label]));
    const vertices = db.getVertices();
    const read = seen(db.getEdges().map((e) => [vertices.get(e.start).text, vertices.get(e.end).text, e.text]));
    if (objects.length !== tools || vertices.size !== tools) throw new Error(`${tools} tools, but Graphviz draws ${objects.length} and Mermaid ${vertices.size}`);
    if (drawn !== read || !edges.length) throw new Error(`Graphviz draws the links\n${drawn}\nMermaid\n${read}`);
  } catch (e) {
    faults++;
    console.error(`${name}: ${e.message.slice(0, 400)}`);
  }
}
console.log(`Graphviz and Mermaid read ${toolsets.length - faults} of ${toolsets.length} toolsets`);
process.exit(faults || !toolsets.length ? 1 : 0);
