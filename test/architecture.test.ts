import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, it } from 'vitest';

const HOUSE = dirname(dirname(fileURLToPath(import.meta.url)));
const SRC = join(HOUSE, 'src');
const PAGE = join(HOUSE, 'web', 'src');
const TESTS = join(HOUSE, 'test');
const WORDS = join(SRC, 'words');

/** From the ground up; the three doors share the top floor and never import each other. */
const FLOORS = [
  ['words'],
  ['shared'],
  ['vault'],
  ['search'],
  ['tools'],
  ['agents'],
  ['service'],
  ['exchange'],
  ['operations'],
  ['memory'],
  ['hub'],
  ['cli', 'http', 'mcp', 'sdk'],
];

/** The rooms of each floor that has some, in the order data flows: a room knows only those before it. */
const ROOMS: Record<string, readonly string[]> = {
  search: ['text', 'models', 'chunks', 'index', 'query', 'ranking', 'passages', 'engines'],
  service: [
    'state',
    'directories',
    'transcripts',
    'assistants',
    'settings',
    'events',
    'locks',
    'connection',
    'history',
    'citations',
    'job',
    'changes',
    'sync',
    'links',
    'engine',
    'updates',
    'capture',
    'moves',
    'receipts',
    'questions',
    'health',
    'upkeep',
    'standalone',
    'walls',
  ],
  exchange: ['archive', 'import', 'example'],
};
/**
 * Where files outside the rooms stand. Those of search are its port and its numbers; those of service and exchange put
 * their rooms together.
 */
const OUTSIDE: Record<string, number> = { search: -1, service: 99, exchange: 99 };

const sources = sourcesIn(SRC);

describe('the direction of imports', () => {
  it('knows the floor of every folder', () => {
    const folders = new Set(sources.map((name) => name.split(sep)[0]!));
    expect([...folders].filter((folder) => floorOf(folder) === -1)).toEqual([]);
  });

  it('runs downwards only', () => {
    const wrong = sources.flatMap((name) =>
      importsOf(name)
        .filter((target) => !isAllowed(name, target))
        .map((target) => `${name} -> ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('notices an arrow that runs the other way', () => {
    expect(isAllowed(join('vault', 'files.ts'), join('tools', 'read.ts'))).toBe(false);
    expect(isAllowed(join('http', 'app.ts'), join('cli', 'main.ts'))).toBe(false);
    expect(isAllowed(join('tools', 'read.ts'), join('vault', 'files.ts'))).toBe(true);
  });
});

describe('folders of tests', () => {
  it('are removed in the one way that waits for processes which still write there', () => {
    const helper = join('support', 'remove-folder.ts');
    const direct = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && name !== helper)
      .filter((name) => /\brm(Sync)?\([^;]*\brecursive: true/.test(readFileSync(join(TESTS, name), 'utf8')));
    expect(direct).toEqual([]);
  });
});

describe('the parts of the tests', () => {
  it('name tests and folders that exist', async () => {
    const { PARTS } = (await import(join(TESTS, 'parts.js'))) as {
      PARTS: Record<string, { tests?: string[]; command?: string[]; rooms: string[] }>;
    };
    const tests = ['src', 'test'].flatMap((folder) =>
      readdirSync(join(HOUSE, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.test.ts'))
        .map((name) => `${folder}/${name.replaceAll(sep, '/')}`),
    );
    for (const { tests: own = [], command = [], rooms } of Object.values(PARTS)) {
      for (const start of own)
        expect(
          tests.filter((name) => name.startsWith(start)),
          start,
        ).not.toEqual([]);
      for (const path of [...command, ...rooms]) expect(existsSync(join(HOUSE, path)), path).toBe(true);
    }
  });
});

describe('what only some need', () => {
  it('is loaded where it is used, never with the module that uses it', () => {
    const loading = /^import (?!type\b)[^;]*from '(?:pg|hash-wasm|openid-client|@simplewebauthn\/server)'/m;
    const early = sources.filter((name) => loading.test(readFileSync(join(SRC, name), 'utf8')));
    expect(early).toEqual([]);
    expect(loading.test("import { argon2id } from 'hash-wasm';")).toBe(true);
  });
});

describe('the streams of the command line', () => {
  it('are written by the terminal and read by the questions alone', () => {
    const direct = sources
      .filter((name) => name.startsWith(`cli${sep}`) && !name.endsWith('.test.ts'))
      .filter((name) => !['terminal.ts', 'ask.ts', join('hook', 'main.ts')].includes(relative('cli', name)))
      .filter((name) => usesStreams(readFileSync(join(SRC, name), 'utf8')));
    expect(direct).toEqual([]);
  });

  it('notices a file that writes past it', () => {
    expect(usesStreams('process.stdout.write(text)')).toBe(true);
    expect(usesStreams('console.log(text)')).toBe(true);
    expect(usesStreams('const { stderr } = process;')).toBe(true);
    expect(usesStreams('terminal.out(text)')).toBe(false);
  });
});

function usesStreams(code: string): boolean {
  return /\bconsole\.|\bprocess\.std(?:in|out|err)\b|\{[^}]*\bstd(?:in|out|err)\b[^}]*\} = process\b|node:readline/.test(
    code,
  );
}

describe.each(Object.keys(ROOMS))('the rooms of %s', (floor) => {
  const code = sources.filter((name) => name.startsWith(floor + sep) && !isTest(name));

  it('know only the rooms before them', () => {
    const wrong = code.flatMap((name) =>
      importsOf(name)
        .filter((target) => target.startsWith(floor + sep) && roomOf(target) > roomOf(name))
        .map((target) => `${name} -> ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('are all named here', () => {
    const rooms = code.filter((name) => name.split(sep).length > 2).map((name) => name.split(sep)[1]!);
    expect(new Set(rooms)).toEqual(new Set(ROOMS[floor]));
  });
});

describe('a circle of imports', () => {
  it('is nowhere', () => {
    expect(circleAmong(sources.filter((name) => !isTest(name)))).toBeNull();
    expect(circleAmong(sourcesIn(PAGE), PAGE)).toBeNull();
  });
});

function isTest(name: string): boolean {
  return /\.(?:test|contract)\./.test(name);
}

describe('the page', () => {
  const code = sourcesIn(PAGE);

  it('knows of the service only its words, and the types of its operations and of its HTTP door', () => {
    const wrong = code.flatMap((name) =>
      statementsIn(readFileSync(join(PAGE, name), 'utf8'))
        .filter((statement) => !mayImport(name, statement))
        .map(({ specifier }) => `${name} -> ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });

  it('notices an import of anything else', () => {
    const allows = (line: string) =>
      statementsIn(line).map((statement) => mayImport(join('api', 'client.ts'), statement));
    expect(allows("import type { SessionState } from '../../../src/http/session-routes.js';")).toEqual([
      true,
    ]);
    expect(allows("import type { RunByName } from '../../../src/operations/list.js';")).toEqual([true]);
    expect(allows("import { sayIn } from '../../../src/words/say.js';")).toEqual([true]);
    expect(allows("import { createApp } from '../../../src/http/app.js';")).toEqual([false]);
    expect(allows("export { createApp } from '../../../src/http/app.js';")).toEqual([false]);
    expect(allows("import type {\n  TreeNode,\n} from '../../../src/vault/tree.js';")).toEqual([false]);
    expect(allows("await import('../../../src/http/app.js')")).toEqual([false]);
    expect(allows("import '../styles/page.css';\nimport { send } from './send.js';")).toEqual([true, true]);
    expect(allows("import { join } from 'node:path';")).toEqual([false]);
    expect(allows("import { useQuery } from '@tanstack/react-query';")).toEqual([true]);
  });
});

/** The names that two files export, and why each stays. */
const TWICE: Record<string, string> = {
  main: 'the command line and the hook are programs of their own: each starts with its main',
};

describe('a name', () => {
  it('is exported by one file, of Rappel and of its page, or has a reason', () => {
    expect(exportedTwice(SRC).sort()).toEqual(Object.keys(TWICE).sort());
    expect(exportedTwice(PAGE)).toEqual([]);
  });

  it('counts however it is exported', () => {
    const text = `export async function* a() {}\nexport const b = 1, { c } = { c: 2 };\nexport interface D {}
export type E = D;\nexport abstract class F {}\nexport { a as g, type E as H };\nexport type { I } from './i.js';
export * from './j.js';\nexport * as k from './k.js';\nconst l = 1;`;
    expect(exportsOf(text, 'page.ts')).toEqual(['a', 'b', 'c', 'D', 'E', 'F', 'g', 'H', 'I', '*', 'k']);
  });
});

/** The names that several files of a folder export; `*` for all of another file's, in however few. */
function exportedTwice(folder: string): string[] {
  const files = new Map<string, number>();
  for (const name of sourcesIn(folder).filter((name) => !isTest(name) && !name.endsWith('.d.ts')))
    for (const exported of new Set(exportsOf(readFileSync(join(folder, name), 'utf8'), name)))
      files.set(exported, (files.get(exported) ?? 0) + 1);
  return [...files].filter(([name, count]) => name === '*' || count > 1).map(([name]) => name);
}

function exportsOf(code: string, file: string): string[] {
  const { body } = parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file);
  return (body as Export[]).flatMap((statement) => {
    if (statement.type === 'ExportAllDeclaration') return statement.exported?.name ?? '*';
    if (statement.type !== 'ExportNamedDeclaration') return [];
    const { declaration, specifiers = [] } = statement;
    const declared = declaration?.declarations?.map(({ id }) => id) ?? [declaration?.id];
    return [...declared.flatMap(namesOf), ...specifiers.map(({ exported }) => exported.name)];
  });
}

interface Export {
  type: string;
  declaration?: { id?: Pattern | null; declarations?: { id: Pattern }[] } | null;
  specifiers?: { exported: { name: string } }[];
  exported?: { name: string } | null;
}

interface Pattern {
  name?: string;
  properties?: { value: Pattern }[];
}

/** A name, or those of `{ a, b: c }`. */
function namesOf(pattern: Pattern | null | undefined): string[] {
  if (pattern?.name !== undefined) return [pattern.name];
  return pattern?.properties?.flatMap(({ value }) => namesOf(value)) ?? [];
}

// A file holds its concept whole: this catches the one that has become several, and asks for no split by length.
const MOST_LINES_OF_A_FILE = 600;
const MOST_LINES_OF_A_FUNCTION = 120;

/** The functions that are longer, and why each is. */
const LONG: Record<string, string> = {
  'src/search/engines/own/local-engine.ts createLocalEngine': 'one index, opened, replaced and closed',
  'src/search/index/store.ts createStore': 'a list of statements, with one method for each change',
  'src/search/index/vector-matrix.ts createVectorMatrix': 'works on one piece of memory, for speed',
  'src/service/changes/page-edits.ts createPageEdits':
    'the versions of the page on their way into the history',
  'src/service/job/background-job.ts createBackgroundJob': 'puts the steps after a change together',
  'src/service/updates/queue.ts createQueue': 'the statements on one table, with one method for each',
  'web/src/file/edit/note-saver.ts createNoteSaver': 'the states of one save',
};

describe('the length', () => {
  const code = [SRC, PAGE].flatMap((folder) =>
    sourcesIn(folder)
      .filter((name) => !isTest(name))
      .map((name) => {
        const text = readFileSync(join(folder, name), 'utf8');
        return { name: relative(HOUSE, join(folder, name)), text, lines: text.split('\n').length - 1 };
      }),
  );

  it('of a file has a limit, except for lists of words', () => {
    const words = [join('src', 'words'), join('web', 'src', 'i18n')];
    const long = code.filter(
      ({ name, lines }) => lines > MOST_LINES_OF_A_FILE && !words.some((at) => name.startsWith(at + sep)),
    );
    expect(long.map(({ name, lines }) => `${name}: ${lines}`)).toEqual([]);
  });

  it('of a function has a limit, and each longer one has a reason', () => {
    const long = code.flatMap(({ name, text }) =>
      functionsLongerThan(MOST_LINES_OF_A_FUNCTION, text, name).map((found) => `${name} ${found}`),
    );
    expect(long.sort()).toEqual(Object.keys(LONG).sort());
  });

  it('is measured with everything inside a function', () => {
    const text =
      'export const page = {\n  open() {\n    const close = () => {\n    };\n  },\n};\nfunction a() {}\n';
    expect(functionsLongerThan(1, text, 'page.ts')).toEqual(['open', 'close']);
    expect(functionsLongerThan(3, text, 'page.ts')).toEqual(['open']);
  });
});

/** The names of the functions in a module that have more lines, with everything inside them. */
function functionsLongerThan(most: number, code: string, file: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown, named: string): void => {
    if (node === null || typeof node !== 'object') return;
    const { type, start, end, id, key } = node as Node;
    // Every line has at least its end.
    if (end - start < most) return;
    const name = id?.name ?? key?.name ?? named;
    const isFunction = type !== undefined && /^(?:Arrow)?Function(?:Declaration|Expression)$/.test(type);
    if (isFunction && code.slice(start, end).split('\n').length > most) found.push(name);
    for (const child of Object.values(node)) visit(child, name);
  };
  if (code.split('\n').length > most)
    visit(parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file), '');
  return found;
}

interface Node {
  type?: string;
  start: number;
  end: number;
  id?: { name?: string } | null;
  key?: { name?: string };
}

interface Statement {
  specifier: string;
  typesOnly: boolean;
}

function statementsIn(code: string): Statement[] {
  const pattern = /\b(?:(?:import|export)\b(\s+type\b)?[^'";()]*?\bfrom\s*|import\s*\(?\s*)['"]([^'"]+)['"]/g;
  return [...code.matchAll(pattern)].map((match) => ({
    specifier: match[2]!,
    typesOnly: match[1] !== undefined,
  }));
}

/** The page runs in a browser: nothing of Node, and of the service only its words, and types that leave no code behind. */
function mayImport(name: string, { specifier, typesOnly }: Statement): boolean {
  if (!specifier.startsWith('.')) return !specifier.startsWith('node:');
  const target = join(PAGE, dirname(name), specifier);
  if (target.startsWith(PAGE + sep) || target.startsWith(WORDS + sep)) return true;
  return typesOnly && ['http', 'operations'].some((room) => target.startsWith(join(SRC, room) + sep));
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
}

/** The files of a circle, each importing the next; null where there is none. */
function circleAmong(names: readonly string[], folder: string = SRC): string[] | null {
  const done = new Set<string>();
  const byImport = new Map(names.map((name) => [name.replace(/\.tsx?$/, '.js'), name]));
  const follow = (name: string, above: readonly string[]): string[] | null => {
    if (above.includes(name)) return [...above.slice(above.indexOf(name)), name];
    if (done.has(name)) return null;
    for (const path of importsOf(name, folder)) {
      const target = byImport.get(path);
      const circle = target === undefined ? null : follow(target, [...above, name]);
      if (circle !== null) return circle;
    }
    done.add(name);
    return null;
  };
  for (const name of names) {
    const circle = follow(name, []);
    if (circle !== null) return circle;
  }
  return null;
}

function roomOf(path: string): number {
  const [floor, room, ...rest] = path.split(sep);
  if (rest.length === 0 || /parameters\.[jt]s$/.test(path)) return OUTSIDE[floor!] ?? -1;
  return ROOMS[floor!]!.indexOf(room!);
}

function importsOf(name: string, folder: string = SRC): string[] {
  const specifiers = statementsIn(readFileSync(join(folder, name), 'utf8')).map(({ specifier }) => specifier);
  return specifiers
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => relative(folder, join(folder, dirname(name), specifier)));
}

function isAllowed(from: string, to: string): boolean {
  const [source, target] = [from.split(sep)[0]!, to.split(sep)[0]!];
  return source === target || floorOf(target) < floorOf(source);
}

function floorOf(folder: string): number {
  return FLOORS.findIndex((floor) => floor.includes(folder));
}
