import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { hasPty, rappelOnTerminal } from '../support/pty.js';
import { BIN, rappel } from '../support/rappel.js';
import { count } from '../support/runs.js';
import { canMount, fillDisk, mountSmallDisk } from '../support/system.js';
import { tempFolder, tempVault } from '../support/temp-vault.js';
import { zip } from '../support/zip.js';

/** Clears the screen, writes the clipboard, changes the title, overwrites its line, turns the reading direction. */
const HOSTILE =
  'a\u001b[2J\u001b]52;c;cm0gLXJmIH4=\u0007b\u001b]0;title\u001b\\c\u009b2Jd\rover\be\u202ef\u2066g\u007fh';
/** What a file may be called. */
const HOSTILE_NAME = 'facture\u202egnp\u2066.md';

/** Where a command takes long, as on a busy machine. */
const STATUS_LINE = /\r(?:(?:Working|Reading|Importing|Exporting|Recording|Changing|Indexing)[^\r\n]*| +\r)/g;

/** All that a terminal obeys, but for line ends and the colours of `paint.ts`. */
function steering(written: string): string[] {
  const plain = written.replaceAll(/\u001b\[(?:1|2|22|31|32|39)m/g, '').replaceAll(STATUS_LINE, '');
  return plain.match(/\r(?!\n)|[\0-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\p{Bidi_Control}/gu) ?? [];
}

describe.skipIf(!hasPty)('control characters', () => {
  it('are shown and never obeyed on a terminal, whatever command prints them', async () => {
    const { root } = tempVault({
      'a.md': `# ${HOSTILE}\n\nbudget ${HOSTILE}\n`,
      [`bucket/${HOSTILE_NAME}`]: 'budget\n',
    });
    const archive = join(tempFolder(), 'notes.zip');
    writeFileSync(
      archive,
      zip([
        { name: `notes/${HOSTILE}.md`, content: 'one\n' },
        { name: `notes/${HOSTILE_NAME}`, content: `key ${HOSTILE}\n` },
        { name: `notes/${HOSTILE}.exe`, content: '\0' },
      ]),
    );
    const run = async (...args: string[]) => {
      const { written } = await rappelOnTerminal(args, { vault: root });
      expect([args, steering(written)]).toEqual([args, []]);
      return written;
    };
    const read = await run('read', 'a.md');
    expect(read).toContain(String.raw`a\u001b[2J\u001b]52;c;cm0gLXJmIH4=\u0007b`);
    expect(read).toContain('\u001b[2m1  |\u001b[22m');
    await run('update', `remember ${HOSTILE}`);
    await run('search', `budget ${HOSTILE} ?`);
    await run('edit', 'a.md', '--old', 'budget', '--new', `cost ${HOSTILE}`);
    const [entry = ''] = /[0-9a-f]{10}/.exec(await run('history')) ?? [];
    await run('show', entry);
    await run('import', archive, '--dry-run');
    await run('tree', HOSTILE);
    const others = [
      ['read', 'a.md', '--json'],
      ['concat', 'a.md'],
      ['call', 'read', '{"paths":"a.md"}'],
      ['call', '[{"tool":"read","input":{"paths":"a.md"}},{"tool":"tree"}]'],
      ['tree'],
      ['find', 'cost', '--explain'],
      ['find', HOSTILE],
      ['write', 'new.md', HOSTILE],
      ['append', 'a.md', HOSTILE],
      ['move', `bucket/${HOSTILE_NAME}`, `bucket/2${HOSTILE_NAME}`],
      ['delete', `bucket/2${HOSTILE_NAME}`],
      ['restore', `bucket/2${HOSTILE_NAME}`, '--at', entry],
      ['undo', entry],
      ['purge', `bucket/${HOSTILE_NAME}`],
      ['status'],
      ['import', archive, '--yes'],
      ['export', join(root, `${HOSTILE_NAME}.tar.gz`)],
      [HOSTILE],
      ['read', `--${HOSTILE}`],
      ['install', HOSTILE],
      ['doctor', '--port', '0', '--vault', join(root, HOSTILE.replaceAll('/', ''))],
      ['setup', HOSTILE],
      ['models', 'use', 'rerank', HOSTILE],
    ];
    for (const args of others.slice(0, count(3, others.length))) await run(...args);
  });

  it('are shown where a library, a warning or a crash prints them', async () => {
    const { root } = tempVault({ 'a.md': 'x\n' });
    const words = JSON.stringify(HOSTILE);
    for (const crash of [
      `console.log(${words}, '%s', ${words})`,
      `process.emitWarning(${words})`,
      `throw new Error(${words})`,
      `Promise.reject(new Error(${words}))`,
    ]) {
      const program = `process.once('beforeExit', () => { ${crash} })`;
      const { code, written } = await rappelOnTerminal(['read', 'a.md'], {
        vault: root,
        env: {
          NODE_OPTIONS: `--import=data:text/javascript;base64,${Buffer.from(program).toString('base64')}`,
        },
      });
      expect([crash, steering(written)]).toEqual([crash, []]);
      expect(written).toContain(String.raw`a\u001b[2J`);
      expect(code).toBe(/Error/.test(crash) ? 1 : 0);
    }
  });

  it('are untouched, byte for byte, where a program reads', async () => {
    // Lines are shown without a carriage return in them.
    const line = `budget ${HOSTILE.replace('\r', '')}`;
    const { root } = tempVault({ 'a.md': `${line}\n` });
    const { out } = await rappel(['read', 'a.md'], { vault: root });
    expect(out).toBe(`\`\`\`vault/a.md\n1  | ${line}\n\`\`\`\n`);
    const found = await rappel(['find', 'budget'], { vault: root });
    expect(found.out).toContain(line);
    const { err } = await rappel([HOSTILE], { vault: root });
    expect(err).toContain(HOSTILE);
  });
});

describe.skipIf(!hasPty)('a question', () => {
  it('for a key never shows it, whether it is typed, corrected or pasted', async () => {
    const { root } = tempVault();
    const { code, written } = await rappelOnTerminal(
      ['setup', '--provider', 'anthropic', '--model', 'm', '--no-check'],
      { vault: root, steps: [{ wait: 'Key', send: 'sk-secret-123X\u007f4\r' }] },
    );
    expect([code, written]).toEqual([0, expect.not.stringMatching(/sk-|secret|123/)]);
    const folder = join(root, '.config', 'rappel');
    expect(JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8'))).toEqual({
      anthropic: 'sk-secret-1234',
    });
    const modes = [folder, join(folder, 'keys.json'), join(folder, 'config.json')].map(
      (path) => statSync(path).mode & 0o777,
    );
    expect(modes).toEqual([0o700, 0o600, 0o600]);
  });
});

describe('an output that fails', () => {
  it('because its reader has gone ends quietly, with the work done', async () => {
    const { root } = tempVault({ 'a.md': 'x\n' });
    const folder = tempFolder();
    writeFileSync(join(folder, 'note.md'), 'a note\n');
    const child = spawn(process.execPath, [BIN, 'import', folder, '--yes'], {
      env: { PATH: process.env.PATH, HOME: root, RAPPEL_VAULT: root },
    });
    child.stdout.destroy();
    const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect([code, err]).toEqual([0, '']);
    const files = readdirSync(join(root, 'bucket'), { recursive: true, encoding: 'utf8' });
    expect(files.filter((name) => name.endsWith('note.md'))).toHaveLength(1);
  });

  it.skipIf(!existsSync('/dev/full'))('because the disk is full is exit code 1 and a sentence', async () => {
    const { root } = tempVault({ 'a.md': 'x\n' });
    for (const json of [[], ['--json']]) {
      const by = ['sh', '-c', '"$@" > /dev/full', 'sh'];
      const { code, err } = await rappel(['read', 'a.md', ...json], { vault: root, by });
      expect([code, err]).toEqual([1, "[error] The output can't be written: the disk is full\n"]);
    }
  });
});

describe('rappel call', () => {
  it('with several calls ends with exit code 1 where one failed, and prints all results', async () => {
    const { root } = tempVault({ 'a.md': 'x\n' });
    const calls = JSON.stringify([
      { tool: 'read', input: { paths: 'missing.md' } },
      { tool: 'read', input: { paths: 'a.md' } },
    ]);
    const { code, out } = await rappel(['call', calls], { vault: root });
    expect(code).toBe(1);
    expect(out).toContain('[error] vault/missing.md: no such file or folder');
    expect(out).toContain('1  | x');
  });
});

describe('settings', () => {
  it('hold no password of an address, and no command prints one', async () => {
    const url = 'https://user:S3CR3T@127.0.0.1:1/v1';
    const run = async (args: string[], env: NodeJS.ProcessEnv = {}, config?: object) => {
      const home = tempFolder();
      mkdirSync(join(home, '.config', 'rappel'), { recursive: true });
      const file = join(home, '.config', 'rappel', 'config.json');
      if (config !== undefined) writeFileSync(file, JSON.stringify(config));
      const { code, out, err } = await rappel(args, { vault: home, env });
      const kept = config === undefined && existsSync(file) ? readFileSync(file, 'utf8') : '';
      expect(out + err + kept).not.toContain('S3CR3T');
      expect(out + err).toContain('without user and password');
      return code;
    };
    const model = ['--provider', 'openai-compatible', '--model', 'm', '--no-check'];
    expect(await run(['setup', ...model, '--base-url', url])).toBe(2);
    expect(await run(['models', 'use', 'rerank', url, '--model', 'm'])).toBe(2);
    const env = { RAPPEL_MODEL: 'openai-compatible:m', RAPPEL_BASE_URL: url };
    expect(await run(['search', 'x'], env)).toBe(1);
    expect(await run(['find', 'x', '--deep'], { RAPPEL_RERANK_URL: url, RAPPEL_RERANK_MODEL: 'm' })).toBe(1);
    const kept = { provider: 'openai-compatible', name: 'm', base_url: url };
    expect(await run(['doctor', '--port', '0'], {}, { model: kept })).toBe(1);
    expect(await run(['models'], {}, { search: { embeddings: { url, model: 'm' } } })).toBe(1);
  });

  it.skipIf(!canMount)('are as they were after a disk that was full', async () => {
    const disk = mountSmallDisk();
    mkdirSync(join(disk, 'rappel'), { mode: 0o700 });
    const config = join(disk, 'rappel', 'config.json');
    writeFileSync(config, '{"language": "fr"}\n');
    fillDisk(disk);
    const { code, err } = await rappel(['setup', '--provider', 'openai-compatible', '--no-check', ...MODEL], {
      vault: tempFolder(),
      env: { XDG_CONFIG_HOME: disk },
    });
    expect([code, err]).toEqual([1, expect.stringContaining('le disque est plein')]);
    expect(readFileSync(config, 'utf8')).toBe('{"language": "fr"}\n');
    expect(readdirSync(join(disk, 'rappel'))).toEqual(['config.json']);
  });
});

/** Too long for what is left of a disk when the old settings are cut. */
const MODEL = ['--base-url', 'http://127.0.0.1:1/v1', '--model', 'm'.repeat(9000)];
