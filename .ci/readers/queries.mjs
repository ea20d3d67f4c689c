// DuckDB runs the queries that pages of docs/formats show: node queries.mjs SWITCHYARD
// REPOSITORY. The commands of a page run first, in an empty folder with a copy of
// examples/. Every query must find something.
import { DuckDBInstance } from "@duckdb/node-api";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const [switchyard, repository] = process.argv.slice(2);
const pages = path.join(repository, "docs/formats");
const blocks = (text, language) => [...text.matchAll(new RegExp("^```" + language + "\n(.*?)^```", "gms"))].map((m) => m[1]);
const start = process.cwd();
let ran = 0;

for (const page of fs.readdirSync(pages).filter((name) => name.endsWith(".md"))) {
  const text = fs.readFileSync(path.join(pages, page), "utf8");
  const queries = blocks(text, "sql");
  if (queries.length === 0) continue;
  const folder = path.join(start, page);
  fs.cpSync(path.join(repository, "examples"), path.join(folder, "examples"), { recursive: true });
  process.chdir(folder);
  for (const command of blocks(text, "console").join("").match(/^\$ switchyard .*$/gm)) {
    execFileSync("sh", ["-c", command.replace("$ switchyard", '"$0"'), switchyard]);
  }
  const db = await (await DuckDBInstance.create()).connect();
  for (const query of queries) {
    const rows = (await db.runAndReadAll(query)).getRows();
    if (rows.length === 0) throw new Error(`${page}: no row: ${query}`);
    ran++;
  }
}
if (ran === 0) throw new Error("no page shows a query");
console.log(`${ran} queries of docs/formats`);
