// Puts the modules of src/ into few files, because Node spends most of a short command on finding and reading modules
// (docs/adr/0031-few-files.md).
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { makePatternsLater } from './patterns-later.js';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const src = join(root, 'src');

/** Packages that a start loads: many modules each, of which little is used. All others stay packages. */
const BUNDLED = [
  'diff',
  'hono',
  '@hono/node-server',
  'jsonc-parser',
  'smol-toml',
  'zod',
  '@modelcontextprotocol/server',
  '@modelcontextprotocol/core',
  'snowball-stemmers',
];

/** Modules of Node that take a while to load and that few commands use. */
const ON_DEMAND = ['child_process', 'http', 'net', 'readline', 'worker_threads'];

/** The stemmers that are used: the package has 24 languages in one file of 850 KB. */
const STEMMERS = ['english', 'french'];

/** What is loaded together is one file; each group takes what its modules import and no group before it has taken. */
const GROUPS = [
  { name: 'zod', test: /[\\/]node_modules[\\/]zod[\\/]/ },
  { name: 'load', test: among('cli/load-program') },
  { name: 'hook', test: among('cli/hook/main') },
  {
    name: 'start',
    test: among('cli/(main|help|complete|commands/(find|search))', 'memory/(open|remote)-memory'),
  },
  {
    name: 'local',
    test: among(
      'memory/open-local',
      'operations/search',
      'service/engine/open-engine',
      'agents/create-agents',
      'service/receipts/record-answers',
    ),
  },
  { name: 'mcp', test: among('mcp/(serve-stdio|build-server|tool-list)') },
];

/** What is loaded together is one file. */
const FEW_FILES = {
  codeSplitting: { groups: GROUPS.map((group, at) => ({ ...group, priority: GROUPS.length - at })) },
};

/**
 * Bundles the modules of src/ that `entries` name (`cli/main`) and all that they import. Each entry keeps its place
 * below `folder`, and so do the Markdown texts beside the code.
 */
export async function bundle(entries, folder, layout = FEW_FILES) {
  const build = await rolldown({
    cwd: root,
    platform: 'node',
    // A package that is there in both forms: imports can be followed, what is required at run time can't.
    resolve: { mainFields: ['module', 'main'] },
    input: Object.fromEntries(entries.map((name) => [name, join(src, `${name}.ts`)])),
    external: (id) => !id.startsWith('.') && !isAbsolute(id) && !BUNDLED.some((name) => isOf(name, id)),
    plugins: [
      keepAddresses(),
      keepStemmers(),
      requirePackages(),
      requireOnDemand(),
      makePatternsLater(),
      escapeLetters(),
    ],
    checks: { ineffectiveDynamicImport: false },
  });
  const { output } = await build.write({
    dir: folder,
    // Modules of Node 20 can't be loaded with code that is compiled already (src/cli/load-program.ts).
    format: 'cjs',
    strict: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
    ...layout,
  });
  for (const name of readdirSync(src, { recursive: true })) {
    if (name.endsWith('.md')) cpSync(join(src, name), join(folder, name));
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n');
  writeFileSync(join(folder, 'licenses.txt'), licensesOf(output.flatMap(({ moduleIds }) => moduleIds ?? [])));
}

/** Modules of src/, bundled for a script that Node runs and that is no part of the package. */
export async function importModules(...names) {
  const folder = join(root, `.dist-${process.pid}`);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await bundle(names, folder);
  return Promise.all(names.map((name) => import(pathToFileURL(join(folder, `${name}.js`)).href)));
}

/** `import.meta.url` stays the address that a module has when it is a file of its own: paths beside it stay right. */
function keepAddresses() {
  const mark = /addressOfModule\("(.*?)"\)/g;
  return {
    name: 'keep-addresses',
    transform(code, id) {
      if (!id.startsWith(src + sep) || !code.includes('import.meta.url')) return null;
      const file = relative(src, id).replaceAll(sep, '/').replace(/\.ts$/, '.js');
      return code.replaceAll('import.meta.url', `addressOfModule("${file}")`);
    },
    renderChunk(code, { fileName }) {
      const up = '../'.repeat(fileName.split('/').length - 1) || './';
      const here = 'require("node:url").pathToFileURL(__filename)';
      return code.replace(mark, (_, file) => `new URL("${up}${file}", ${here}).href`);
    },
  };
}

/** Leaves the other languages out of the package of stemmers, and what makes it slow. */
function keepStemmers() {
  const kept = (name) => STEMMERS.includes(name);
  return {
    name: 'keep-stemmers',
    transform(code, id) {
      if (!id.includes('snowball-stemmers')) return null;
      const fewer = code
        .replace(/^ {4}var ([a-z]+)Stemmer = function[\s\S]*?^ {4}\}\(SnowballStemmer\);$/gm, (text, name) =>
          kept(name) ? text : '',
        )
        .replace(/^ +([a-z]+): [a-z]+Stemmer,?$/gm, (text, name) => (kept(name) ? text : ''));
      return withoutAccessors(fewer);
    },
  };
}

/**
 * The package was Java: each field is a pair of accessors, each table replaces an accessor when it is first read, and the letters of a
 * word are behind a dispatcher. As plain properties and calls, the first 600 words take a third of the time.
 */
function withoutAccessors(code) {
  const field =
    /get: function get\(\) \{\s*return Object\.prototype\.hasOwnProperty\.call\(this, '(\S+)'\) \? this\.\1 : this\.\1 = ([^;]+);\s*\},\s*set: function set\(v\) \{[^}]*\}/g;
  const table = /get: function get\(\) \{\s*delete (\w+\.\w+);\s*return \1 = ([^;]+);\s*\}/g;
  const dispatched = { charAt: 1, length: 0, replace: 3, substring: 2, toString: 0 };
  return code
    .replace(field, 'value: $2')
    .replace(table, 'value: $2')
    .replace(/\.current\.(\w+)\(/g, (_, name) => `.current.${name}$esjava$${dispatched[name]}(`);
}

/** Compiled code that is stored can't import packages, only require them. */
function requirePackages() {
  return {
    name: 'require-packages',
    renderChunk: (code) =>
      code.replace(/\bimport\("([^"]+)"\)/g, 'Promise.resolve().then(() => require("$1"))'),
  };
}

/** Loads zod and some modules of Node where they are used, not where they are imported. */
function requireOnDemand() {
  const modules = [`node:(?:${ON_DEMAND.join('|')})`, '[./]+(?:chunks/)?zod\\.js'].join('|');
  const loading = new RegExp(`^(?:const|let) (\\w+) = (require\\("(?:${modules})"\\));\\n`, 'gm');
  return {
    name: 'require-on-demand',
    renderChunk(code) {
      const names = [...code.matchAll(loading)].map(([, name]) => name);
      const later = code.replace(loading, 'let $1$loaded;\nconst $1 = () => ($1$loaded ??= $2);\n');
      return names.reduce(
        (text, name) => text.replace(new RegExp(`\\b${name}\\.`, 'g'), `(${name}()).`),
        later,
      );
    },
  };
}

/**
 * Escapes the letters beyond ASCII: V8 takes such a source as it is, while one in UTF-8 is decoded, to twice the memory. A file with such a letter
 * in a raw template stays as it is, because the escape would be raw too.
 */
function escapeLetters() {
  const escaped = (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return {
    name: 'escape-letters',
    // Where chunks are rendered it would be too early: removing dead code prints the letters again.
    generateBundle(_, files) {
      for (const file of Object.values(files)) if (file.type === 'chunk') file.code = inAscii(file.code);
    },
  };

  function inAscii(code) {
    if (/String\.raw`[^`]*[\u0080-\uffff]/.test(code)) return code;
    // A backslash that escaped the letter itself is part of the escape now.
    return code.replace(/(\\*)([\u0080-\uffff])/g, (_, slashes, letter) =>
      slashes.length % 2 === 0 ? slashes + escaped(letter) : slashes.slice(1) + escaped(letter),
    );
  }
}

/** The license of each package that was bundled, as its terms ask. */
function licensesOf(modules) {
  const packages = modules.map((id) => /^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0]);
  return [...new Set(packages.filter((path) => path !== undefined))]
    .sort()
    .map((path) => {
      const { name, version, license, author } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
      const file = join(path, 'LICENSE');
      const terms = existsSync(file) ? readFileSync(file, 'utf8').trim() : `${license}, ${author}`;
      return `${name} ${version}\n\n${terms}\n`;
    })
    .join('\n---\n\n');
}

function among(...names) {
  return new RegExp(`[\\\\/]src[\\\\/](?:${names.join('|').replaceAll('/', '[\\\\/]')})\\.ts$`);
}

function isOf(name, id) {
  return id === name || id.startsWith(`${name}/`);
}
