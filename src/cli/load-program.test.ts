import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';

const LOADER = resolve('dist', 'cli', 'load-program.js');
// Long enough to be worth storing.
const FILLING = Array.from({ length: 900 }, (_, n) => `function unused${n}() { return ${n}; }`).join('\n');
const CALLS = Array.from({ length: 900 }, (_, n) => `unused${n}()`).join(', ');

let dist: string;
let code: string;

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'rappel-loader-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  dist = join(folder, 'dist');
  code = join(folder, 'cache', 'find');
  mkdirSync(join(dist, 'cli'), { recursive: true });
  writeFileSync(join(dist, 'other.js'), 'exports.word = "loaded";');
  writeMain('again');
});

function writeMain(word: string): void {
  writeFileSync(
    join(dist, 'cli', 'main.js'),
    `const { word } = require("../other.js");
     ${FILLING}
     exports.all = async () => [${CALLS}];
     exports.main = async () => [word, "${word}", require("node:path").sep, __filename];`,
  );
}

/** What the program says, in a process of its own: the code is stored when it ends. */
function run(name = 'main'): string[] {
  const script = `
    const { createLoader } = require(${JSON.stringify(LOADER)});
    const load = createLoader(${JSON.stringify(dist)}, ${JSON.stringify(code)});
    load("cli/main").${name}().then((said) => process.stdout.write(JSON.stringify(said)));`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout);
}

const stored = () => readdirSync(code).map((name) => join(code, name));

/** The modules of Node that a script loads from their source, without the code that Node brings for them. */
function loadedFromSource(script: string): string[] {
  const ask = `
    const { internalBinding } = require("internal/test/binding");
    ${script}
    const { compiledWithoutCache } = internalBinding("builtins").getCacheUsage();
    process.stdout.write(JSON.stringify([...compiledWithoutCache]));`;
  const { stdout } = spawnSync(process.execPath, ['--expose-internals', '-e', ask], { encoding: 'utf8' });
  return JSON.parse(stdout);
}

describe('the built program', () => {
  it('is loaded with its own files and with packages', () => {
    expect(run()).toEqual(['loaded', 'again', '/', join(dist, 'cli', 'main.js')]);
  });

  it('leaves its compiled code to the next run, for its owner only', () => {
    const first = run();
    const [file, ...more] = stored();
    expect(more).toEqual([]);
    expect(statSync(code).mode & 0o777).toBe(0o700);
    expect(statSync(file!).mode & 0o777).toBe(0o600);
    for (let renewal = 0; renewal < 3; renewal++) expect(run()).toEqual(first);
    const before = statSync(file!).mtimeMs;
    expect(run()).toEqual(first);
    expect(statSync(file!).mtimeMs).toBe(before);
  });

  it('adds to the code what the next runs use', () => {
    run();
    const [file] = stored();
    const before = statSync(file!).size;
    expect(run('all')).toHaveLength(900);
    expect(stored()).toEqual([file]);
    expect(statSync(file!).size).toBeGreaterThan(2 * before);
  });

  it('is compiled again after it has changed, also to a text of the same length', () => {
    run();
    writeMain('gaain');
    expect(run()[1]).toBe('gaain');
    expect(stored()).toHaveLength(2);
  });

  it('is compiled again where the stored code is damaged', () => {
    run();
    const [file] = stored();
    const whole = readFileSync(file!);
    const damaged = Buffer.from(whole);
    damaged.fill(0, 600, 900);
    for (const bytes of [damaged, whole.subarray(0, 800), Buffer.alloc(0)]) {
      writeFileSync(file!, bytes);
      expect(run()[1]).toBe('again');
      const again = readFileSync(file!);
      expect(again.equals(bytes)).toBe(false);
      // V8 writes the same functions a few bytes longer or shorter.
      expect(again.length / whole.length).toBeCloseTo(1, 2);
    }
  });

  it('takes no code from a folder that others can write to', () => {
    run();
    const [file] = stored();
    chmodSync(code, 0o777);
    const before = statSync(file!).mtimeMs;
    expect(run()[1]).toBe('again');
    // Had it looked, it would have found this.
    expect(statSync(file!).mtimeMs).toBe(before);
  });

  it('runs where nothing can be stored', () => {
    writeFileSync(join(dist, '..', 'cache'), 'not a folder');
    expect(run()[1]).toBe('again');
  });

  it('keeps a few versions of its code and removes the oldest', () => {
    for (let n = 0; n < 70; n++) {
      mkdirSync(code, { recursive: true, mode: 0o700 });
      writeFileSync(join(code, `old-${n}`), '');
    }
    run();
    expect(stored()).toHaveLength(60);
  });

  it.runIf(process.versions.node.startsWith('20.'))(
    'takes the compiled code that Node brings for the modules that commands use',
    () => {
      const use = 'performance.now(); require("node:fs/promises"); require("node:tty");';
      const flag = 'require("node:v8").setFlagsFromString("--interrupt-budget=1000000");';
      expect(loadedFromSource(`${flag} ${use}`)).toContain('perf_hooks');
      const load = `require(${JSON.stringify(LOADER)}).programLoader(${JSON.stringify(dist)}, "find", {});`;
      expect(loadedFromSource(`${load} ${use}`)).toEqual([]);
      const serve = load.replace('"find"', '"serve"');
      const served =
        'require("node:http2"); require("node:worker_threads"); new Request("http://localhost");';
      expect(loadedFromSource(`${serve} ${use} ${served}`)).toEqual([]);
    },
  );

  it.runIf(process.versions.node.startsWith('20.'))(
    'lets V8 hold 16 MB at most for new objects in a service, also after a thread was started',
    () => {
      const script = `
        const load = process.argv[1];
        if (load !== "") require(load).programLoader(${JSON.stringify(dist)}, "serve", {});
        const { getHeapSpaceStatistics } = require("node:v8");
        const { Worker } = require("node:worker_threads");
        const held = () => {
          for (let round = 0; round < 20; round++) Array.from({ length: 5000 }, () => new Array(500).fill(0));
          const { space_size } = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
          return space_size / 1024 / 1024;
        };
        new Worker("", { eval: true }).on("exit", () => console.log(held()));`;
      const heldBy = (loader: string) => {
        const { stdout } = spawnSync(process.execPath, ['-e', script, loader], { encoding: 'utf8' });
        return Number(stdout);
      };
      // 32, and less where there is little memory.
      expect(heldBy(LOADER)).toBe(Math.min(16, heldBy('')));
    },
  );

  it('loads what files updates and undoes them only where it is used', () => {
    const local = readFileSync(resolve('dist', 'chunks', 'local.js'), 'utf8');
    const modules = [...local.matchAll(/^\/\/ src\/(\S+)\.ts$/gm)].map(([, name]) => name);
    expect(modules).toContain('agents/librarian/answer-question');
    // A module of its own would bring the file of MCP along, which holds what both use.
    expect(modules).toContain('service/receipts/record-answers');
    expect(local).not.toContain('require("./mcp.js")');
    for (const name of ['agents/clerk/clerk', 'agents/update-agent', 'service/history/undo'])
      expect(modules).not.toContain(name);
  });
});
