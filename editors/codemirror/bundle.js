// Bundles what `entry.js` takes of CodeMirror into one module, with the licences of all that is in it.
import { build } from "esbuild";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";

const TO = "../../rulelang/table/static";

await build({
  entryPoints: ["entry.js"], bundle: true, minify: true, format: "esm", target: "es2020", legalComments: "none",
  outfile: `${TO}/codemirror.js`,
});

const folders = readdirSync("node_modules").flatMap((name) =>
  name.startsWith("@") ? readdirSync(`node_modules/${name}`).map((each) => `${name}/${each}`) : [name]);
const texts = new Map();
for (const name of folders.filter((each) => /^(@codemirror|@lezer|@marijn|crelt|style-mod|w3c-keyname)/.test(each)).sort()) {
  const file = `node_modules/${name}/LICENSE`;
  if (!existsSync(file)) continue;
  const text = readFileSync(file, "utf8").trim();
  texts.set(text, [...(texts.get(text) || []), `${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version}`]);
}
const parts = [...texts].map(([text, names]) => `${names.join(", ")}\n\n${text}\n`);
writeFileSync(`${TO}/codemirror.LICENSE`, `codemirror.js is made of these packages (see editors/codemirror).\n\n${parts.join("\n\n")}`);
