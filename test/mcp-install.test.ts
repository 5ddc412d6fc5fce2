import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLIENTS } from '../src/service/assistants/clients.js';
import { launchOf } from '../src/service/assistants/launch.js';
import { BIN } from './support/rappel.js';
import { runCommand } from './support/run-command.js';
import { tempFolder } from './support/temp-vault.js';

const BEFORE: Record<string, string> = {
  'claude-code':
    '{\n  "numStartups": 3,\n  "mcpServers": {\n    "other": {\n      "command": "x"\n    }\n  }\n}\n',
  'claude-desktop': '{\n    "theme": "dark"\n}',
  cursor: '{\n\t"mcpServers": {\n\t\t"other": {\n\t\t\t"url": "http://localhost:1"\n\t\t}\n\t}\n}\n',
  vscode: '{\n  "servers": {\n    "other": {\n      "command": "x"\n    }\n  },\n  "inputs": []\n}\n',
  codex: '# mine\nmodel = "x" # a comment\n\n[mcp_servers.other]\ncommand = "y"\n\n[tui]\ntheme = "z"\n',
  gemini: '{\n  "ui": {\n    "theme": "x"\n  }\n}\n',
};

function fileOf(name: string, home: string): string {
  return CLIENTS[name]!.file({ platform: process.platform, env: { HOME: home } });
}

describe.each(Object.keys(CLIENTS))('rappel install %s', (name) => {
  it('adds itself to the settings, once, and takes itself out again to the byte', async () => {
    const home = tempFolder();
    const file = fileOf(name, home);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, BEFORE[name]!, { mode: 0o640 });
    const run = (...args: string[]) => runCommand(['install', name, ...args], { env: { HOME: home } });
    const added = await run('--yes');
    expect(added).toMatchObject({ code: 0, err: '' });
    expect(added.out).toContain(`+++ ${file}`);
    const after = readFileSync(file, 'utf8');
    expect(after).toContain(JSON.stringify(BIN));
    expect(after).toContain(name === 'codex' ? '[mcp_servers.rappel]' : '"rappel": {');
    expect((await run('--yes')).out).toContain('has Rappel already');
    expect((await run('--undo', '--yes')).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(BEFORE[name]);
  });

  it('makes settings where there are none, and leaves none behind', async () => {
    const home = tempFolder();
    const file = fileOf(name, home);
    expect((await runCommand(['install', name, '--yes'], { env: { HOME: home } })).code).toBe(0);
    expect(existsSync(file)).toBe(true);
    expect((await runCommand(['install', name, '--undo', '--yes'], { env: { HOME: home } })).code).toBe(0);
    expect(existsSync(file)).toBe(false);
  });
});

describe('rappel install', () => {
  it('speaks of hooks only where it has set some', async () => {
    const env = { HOME: tempFolder() };
    expect((await runCommand(['install', 'codex', '--no-hooks', '--yes'], { env })).out).not.toMatch(/hooks/);
    expect((await runCommand(['install', 'codex', '--yes'], { env })).out).toContain('trust the hooks');
  });

  it('changes nothing where nobody said yes', async () => {
    const home = tempFolder();
    const { code, err, out } = await runCommand(['install', 'cursor'], { env: { HOME: home } });
    expect(code).toBe(2);
    expect(err).toContain('add --yes to confirm');
    expect(out).toContain('+  "mcpServers": {');
    expect(existsSync(fileOf('cursor', home))).toBe(false);
  });

  it('leaves settings alone that it does not understand', async () => {
    const home = tempFolder();
    const file = fileOf('cursor', home);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '{\n  mine\n}\n');
    const { code, err } = await runCommand(['install', 'cursor', '--yes'], { env: { HOME: home } });
    expect(code).toBe(1);
    expect(err).toContain(`${file}: these settings can't be changed safely: line 2 is not JSON`);
    expect(readFileSync(file, 'utf8')).toBe('{\n  mine\n}\n');
  });

  it('names the vault and the profile that were named to it', async () => {
    const home = tempFolder();
    const vault = join(home, 'notes');
    await runCommand(['install', 'gemini', '--yes', '--vault', vault, '--profile', 'full'], {
      env: { HOME: home },
    });
    const { mcpServers } = JSON.parse(readFileSync(fileOf('gemini', home), 'utf8'));
    expect(mcpServers.rappel).toEqual({
      command: process.execPath,
      args: [BIN, 'mcp', '--vault', vault, '--profile', 'full'],
    });
  });

  it('prints what any other client needs', async () => {
    const { out } = await runCommand(['install', '--print'], { env: { HOME: tempFolder() } });
    const config = /deeplink\/mcp\/install\?name=rappel&config=(\S+)/.exec(out)![1]!;
    const decoded = JSON.parse(Buffer.from(decodeURIComponent(config), 'base64').toString('utf8'));
    expect(decoded).toEqual({ command: process.execPath, args: [BIN, 'mcp'] });
  });

  it('prints the hooks of a client too', async () => {
    const home = tempFolder();
    const run = (...args: string[]) =>
      runCommand(['install', 'claude-code', '--print', ...args], { env: { HOME: home } });
    const { out } = await run();
    expect(out).toContain(`In ${join(home, '.claude', 'settings.json')}:`);
    expect(out).toContain('hook session-end"');
    const json = JSON.parse((await run('--json')).out);
    expect(Object.keys(json.hooks.commands)).toEqual(['SessionStart', 'PreCompact', 'Stop', 'SessionEnd']);
    expect((await run('--no-hooks')).out).not.toContain('hook session-start');
  });

  it('adds three lines to the instructions of a repository, after showing them, and takes them out', async () => {
    const file = join(tempFolder(), 'AGENTS.md');
    writeFileSync(file, '# Rules');
    const asked = await runCommand(['install', file], { env: { HOME: tempFolder() } });
    expect([asked.code, asked.out]).toEqual([2, expect.stringContaining('+<!-- rappel -->')]);
    expect(readFileSync(file, 'utf8')).toBe('# Rules');
    const run = (...args: string[]) =>
      runCommand(['install', file, '--yes', ...args], { env: { HOME: tempFolder() } });
    expect((await run()).out).toContain('Added to AGENTS.md.');
    expect(readFileSync(file, 'utf8')).toContain('MCP server rappel');
    expect((await run('--undo')).out).toContain('Removed from AGENTS.md.');
    expect(readFileSync(file, 'utf8')).toBe('# Rules');
  });

  it('says which clients it knows', async () => {
    const { code, err } = await runCommand(['install', 'emacs'], { env: { HOME: tempFolder() } });
    expect(code).toBe(2);
    expect(err).toContain('claude-code, claude-desktop, cursor, vscode, codex, gemini');
  });

  it('never has a client run a temporary copy, or whatever is published under a name', () => {
    const folder = join(tempFolder(), '_npx', 'abc');
    mkdirSync(folder, { recursive: true });
    const script = join(folder, 'rappel.js');
    writeFileSync(script, '');
    expect(() => launchOf({ node: '/usr/bin/node', script, vault: null, profile: null })).toThrow(
      'npx runs a temporary copy of Rappel',
    );
  });
});
