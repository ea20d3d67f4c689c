// The examples of the formats openai and openai-dpo become values of the types
// of the openai package, and the TypeScript compiler judges them:
// node chats.mjs EXPORT...
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const here = import.meta.dirname;
const work = fs.mkdtempSync(path.join(here, "chats-")); // beside node_modules, where imports are looked up
// The API's types know no weight: it belongs to files for fine-tuning alone.
fs.writeFileSync(path.join(work, "types.ts"), `
import type { ChatCompletionAssistantMessageParam as Said, ChatCompletionMessageParam as Message, ChatCompletionTool as Tool } from "openai/resources/chat/completions";
export type Chat = { messages: (Message | (Said & { weight?: 0 | 1 }))[]; tools?: Tool[]; parallel_tool_calls?: boolean };
export type Pair = { input: { messages: Message[]; tools?: Tool[]; parallel_tool_calls?: boolean }; preferred_output: [Said]; non_preferred_output: [Said] };
`);
const origins = new Map(); // of each source file, where its lines come from
let examples = 0;
for (const folder of process.argv.slice(2)) {
  for (const { name } of JSON.parse(fs.readFileSync(path.join(folder, "export.json"))).files) {
    const type = { openai: "Chat", "openai-dpo": "Pair" }[name.split("/")[0]];
    if (!type || !name.endsWith(".jsonl")) continue;
    const lines = fs.readFileSync(path.join(folder, name), "utf8").split("\n").filter((line) => line);
    const file = `part${origins.size}.ts`;
    origins.set(file, path.join(folder, name));
    examples += lines.length;
    fs.writeFileSync(path.join(work, file), lines.map((line, i) =>
      `${i ? "" : `import type { ${type} } from "./types.js"; `}export const line${i + 1}: ${type} = ${line};`).join("\n"));
  }
}
const tsc = spawnSync(process.execPath, [path.join(here, "node_modules/typescript/bin/tsc"), "--strict", "--noEmit", "--pretty", "false",
  "--module", "nodenext", "--target", "es2022", "--skipLibCheck", ...[...origins.keys()].map((file) => path.join(work, file))], { encoding: "utf8", cwd: work });
fs.rmSync(work, { recursive: true });
if (tsc.status !== 0 || !examples) {
  console.error((tsc.stdout + tsc.stderr).replace(/part\d+\.ts/g, (file) => origins.get(file)).split("\n").slice(0, 20).map((line) => line.slice(0, 400)).join("\n"));
  process.exit(1);
}
console.log(`openai's types hold ${examples} examples`);
