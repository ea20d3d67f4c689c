// Mermaid reads the flowchart of every built-in workflow, with all nodes and edges:
// node flows.mjs SWITCHYARD, where SWITCHYARD is the program.
import { execFileSync } from "node:child_process";
import DOMPurify from "dompurify";

// Mermaid cleans labels for a page; here there is no page to clean them for.
DOMPurify.sanitize = (label) => label;
DOMPurify.addHook = () => {};
const { default: mermaid } = await import("mermaid");

const switchyard = (...args) => execFileSync(process.argv[2], args, { encoding: "utf8" });
const flows = JSON.parse(switchyard("flow", "list", "--json"));
let faults = 0;
for (const { name, nodes, edges } of flows) {
  try {
    const flowchart = switchyard("flow", "show", name, "--as", "flowchart");
    await mermaid.parse(flowchart);
    const { db } = await mermaid.mermaidAPI.getDiagramFromText(flowchart);
    // The chart has one more node, its start, with an edge to the first.
    const [v, e] = [db.getVertices().size - 1, db.getEdges().length - 1];
    if (v !== nodes || e !== edges) throw new Error(`${nodes} nodes and ${edges} edges, but Mermaid reads ${v} and ${e}`);
  } catch (e) {
    faults++;
    console.error(`${name}: ${e.message.slice(0, 400)}`);
  }
}
console.log(`Mermaid reads ${flows.length - faults} of ${flows.length} workflows`);
process.exit(faults || !flows.length ? 1 : 0);
