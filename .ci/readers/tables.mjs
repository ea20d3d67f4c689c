// DuckDB reads a run folder and its exports: node tables.mjs DATASET EXPORT...
// Every file must have the rows that its list of files says, the columns of its
// format, and hold what the format promises of every row.
import { DuckDBInstance } from "@duckdb/node-api";
import fs from "node:fs";
import path from "node:path";

const message = /^STRUCT\("role" VARCHAR, .*\)\[\]$/;
const said = /^STRUCT\("role" VARCHAR, "content" VARCHAR\)\[\]$/;
const turns = /^STRUCT\("from" VARCHAR, "value" VARCHAR\)\[\]$/;
const turn = /^STRUCT\("from" VARCHAR, "value" VARCHAR\)$/;
const calls = /tool_calls STRUCT\(id VARCHAR, "type" VARCHAR, "function" STRUCT\("name" VARCHAR, arguments VARCHAR\)\)\[\]/;
const text = /^VARCHAR$/;
const texts = /^VARCHAR\[\]$/;
const number = /^BIGINT$/;
const offered = /^STRUCT\("type" VARCHAR, "function" STRUCT\("name" VARCHAR, /;

// For each format, types of columns and what holds in every row.
const formats = {
  entries: {
    columns: { format: text, id: text, switch_path: texts, missions: /^STRUCT\("type" VARCHAR, request VARCHAR, wording VARCHAR, words VARCHAR, calls STRUCT\(/ },
    holds: "len(missions) = len(switch_path) and format like 'switchyard-%'",
  },
  mmtb: {
    columns: {
      id: text, task: texts, english_task: texts, type: texts, env_info: texts, task_ids: /^BIGINT\[\]$/,
      turn_type: /^BOOLEAN\[\]$/, turn_subtypes: texts, messages: /^JSON\[\]$/, tools: offered,
      answer_list: /^STRUCT\(idx BIGINT, "action" STRUCT\("name" VARCHAR, arguments .*\), .*dependency_list BIGINT\[\].*\)\[\]\[\]$/,
    },
    holds: `len(task) = len(type) and len(task) = len(answer_list) and len(task) = len(turn_type)
      and list_bool_and(list_transform(answer_list, steps -> steps[-1].action.name = 'prepare_to_answer'))`,
  },
  openai: {
    columns: { messages: calls, tools: offered, parallel_tool_calls: /^BOOLEAN$/ },
    holds: "messages[-1].role = 'assistant' and len(tools) > 0",
  },
  "openai-dpo": {
    columns: { input: /^STRUCT\(messages STRUCT\("role" VARCHAR/, preferred_output: message, non_preferred_output: message },
    holds: "len(preferred_output) = 1 and len(non_preferred_output) = 1 and preferred_output <> non_preferred_output",
  },
  trl: { columns: { messages: message, tools: text }, holds: "json_valid(tools) and messages[-1].role = 'assistant'" },
  "trl-dpo": {
    columns: { prompt: message, chosen: message, rejected: message, tools: text },
    holds: "json_valid(tools) and prompt[-1].role in ('user', 'tool') and chosen[1].role = 'assistant' and rejected[1].role = 'assistant'",
  },
  llamafactory: {
    columns: { conversations: turns, system: text, tools: text },
    holds: "json_valid(tools) and len(conversations) % 2 = 0 and conversations[-1].from = 'gpt'",
  },
  "llamafactory-dpo": {
    columns: { conversations: turns, system: text, tools: text, chosen: turn, rejected: turn },
    holds: "json_valid(tools) and len(conversations) % 2 = 1 and chosen <> rejected",
  },
  axolotl: { columns: { messages: message, tools: text }, holds: "json_valid(tools) and messages[-1].role = 'assistant'" },
  hermes: { columns: { conversations: turns }, holds: "conversations[1].from = 'system' and conversations[-1].from = 'gpt'" },
  xlam: {
    columns: { id: text, query: text, tools: text, answers: text },
    holds: "json_array_length(tools) > 0 and json_type(answers) = 'ARRAY'",
  },
  bfcl: { columns: { id: text, question: /^STRUCT\("role" VARCHAR, "content" VARCHAR\)\[\]\[\]$/, function: /^STRUCT\("name" VARCHAR, / }, holds: "len(function) > 0" },
  possible_answer: { columns: { id: text, ground_truth: /\[\]$/ }, holds: "len(ground_truth) > 0" },
  worfbench: {
    columns: { source: text, conversations: said, target: text, id: text, category: text },
    holds: "len(conversations) = 3 and target = 'graph' and conversations[3].content like 'Node:%Edges:%'",
  },
  taskbench: {
    columns: { id: text, n_tools: number, task_nodes: /^STRUCT\(task VARCHAR, arguments STRUCT\("name" VARCHAR, "value" VARCHAR\)\[\]\)\[\]$/, task_links: /^STRUCT\("source" VARCHAR, "target" VARCHAR\)\[\]$/ },
    holds: `n_tools = len(task_nodes) and list_has_all(list_transform(task_nodes, n -> n.task),
      list_concat(list_transform(task_links, l -> l.source), list_transform(task_links, l -> l.target)))`,
  },
  parquet: {
    columns: { id: text, switch_path: texts, n_missions: number, tools: /parameters JSON/, missions: /^STRUCT\("type" VARCHAR, .*\)\[\]$/ },
    holds: "n_missions = len(missions) and n_missions = len(switch_path)",
  },
  labels: {
    columns: { id: text, entry: text, mission: number, kind: text, check: text, detail: text, language: text },
    holds: "starts_with(id, entry || '#' || mission || '.' || kind) and detail <> ''",
  },
  roles: { columns: { id: text, role: text, kind: text, messages: said }, holds: "messages[-1].role = 'assistant'" },
};

const connection = await (await DuckDBInstance.create(":memory:")).connect();
const rows = async (query) => (await connection.runAndReadAll(query)).getRows();
const quoted = (file) => `'${file.replaceAll("'", "''")}'`;
const source = (files) =>
  files[0].endsWith(".parquet")
    ? `read_parquet([${files.map(quoted)}])`
    : `read_json([${files.map(quoted)}], format='${files[0].includes("worfbench") ? "array" : "newline_delimited"}', maximum_object_size=100000000, sample_size=-1)`;

let faults = 0;
let read = 0;
function fault(where, what) {
  faults++;
  console.error(`${where}: ${what}`);
}

// table reads files as one table and holds it against its format.
async function table(format, files, lines) {
  const where = files.length > 1 ? `${files[0]} and ${files.length - 1} more` : files[0];
  const { columns, holds } = formats[format];
  try {
    // The hash makes it read every column of every row.
    const [[count, good]] = await rows(`select count(*), count(*) filter (${holds}), bit_xor(hash(t)) from ${source(files)} t`);
    if (Number(count) !== lines || lines === 0) fault(where, `${count} rows, the list of files says ${lines}`);
    if (good !== count) fault(where, `of ${count} rows, only ${good} hold ${holds}`);
    const types = new Map((await rows(`describe select * from ${source(files)}`)).map(([name, type]) => [name, type]));
    for (const [name, type] of Object.entries(columns)) {
      if (!type.test(types.get(name) ?? "no such column")) fault(where, `column ${name} is ${types.get(name)}, not ${type}`);
    }
    read++;
  } catch (e) {
    fault(where, e.message);
  }
}

// same compares what two queries give.
async function same(what, one, other) {
  const [[missing, more]] = await rows(`select (select count(*) from (${one} except all ${other})), (select count(*) from (${other} except all ${one}))`);
  if (missing || more) fault(what, `${missing} rows are missing, ${more} are there in excess`);
}

const [dataset, ...exports] = process.argv.slice(2);
const manifest = JSON.parse(fs.readFileSync(path.join(dataset, "manifest.json")));
const entries = path.join(dataset, "entries.jsonl");
await table("entries", [entries], manifest.accounting.accepted);
await table("mmtb", [path.join(dataset, "mmtb.jsonl")], manifest.accounting.accepted);
await same("mmtb.jsonl", `select id, list_transform(missions, m -> m.request) from ${source([entries])}`, `select id, task from ${source([path.join(dataset, "mmtb.jsonl")])}`);

for (const folder of exports) {
  const list = JSON.parse(fs.readFileSync(path.join(folder, "export.json")));
  const groups = new Map(); // files of one table
  for (const { name, lines } of list.files) {
    if (!name.includes("/") || path.basename(name) === "dataset_info.json") continue; // leaks.json is of no format
    const format = name.includes("/possible_answer/") ? "possible_answer" : name.split("/")[0];
    const key = name.replace(/-\d{5}\./, ".");
    const group = groups.get(key) ?? groups.set(key, { format, files: [], lines: 0 }).get(key);
    group.files.push(path.join(folder, name));
    group.lines += lines ?? NaN; // a file without lines says nothing of its rows
  }
  for (const { format, files, lines } of groups.values()) {
    const split = path.basename(files[0]).split(".")[0]; // where a file holds whole entries
    const tasks = () => fs.readFileSync(files[0], "utf8").split("\n").filter((line) => line.startsWith("{")).length;
    await table(format, files, format === "parquet" ? list.entries[split] : format === "worfbench" ? tasks() : lines);
    if (format === "bfcl") {
      const answers = files.map((file) => path.join(path.dirname(file), "possible_answer", path.basename(file)));
      await same(files[0], `select id from ${source(files)}`, `select id from ${source(answers)}`);
    }
  }
  for (const { name, lines } of list.files) {
    if (!name.includes("-dpo/") || name.startsWith("labels/") || path.basename(name) === "dataset_info.json") continue;
    const labels = list.files.find((file) => file.name === `labels/${name}`);
    if (labels?.lines !== lines) fault(path.join(folder, name), `${lines} pairs, but ${labels?.lines} labels`);
  }
  const parquet = list.files.filter(({ name }) => name.endsWith(".parquet")).map(({ name }) => path.join(folder, name));
  if (parquet.length) await same(parquet[0], `select id, switch_path, list_transform(missions, m -> m.request) from ${source(parquet)}`, `select id, switch_path, list_transform(missions, m -> m.request) from ${source([entries])}`);
}
console.log(`DuckDB read ${read} tables`);
process.exit(faults || !read ? 1 : 0);
