import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLIENTS } from '../../src/service/assistants/clients.js';
import { BIN } from '../support/rappel.js';
import { runCommand } from '../support/run-command.js';
import { has } from '../support/system.js';
import { tempFolder } from '../support/temp-vault.js';

function settings(client: string, text: string) {
  const home = tempFolder();
  const file = CLIENTS[client]!.file({ platform: process.platform, env: { HOME: home } });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { mode: 0o600 });
  const run = (...args: string[]) =>
    runCommand(['install', client, '--yes', ...args], { env: { HOME: home } });
  return { home, file, run, text: () => readFileSync(file, 'utf8') };
}

const JSON_SETTINGS = `{
  // Kept in sync by hand.
  "zeta": 9007199254740993,
  "1": 1.10,
  "mcpServers": {
    "github": {
      "headers": { "Authorization": "Bearer ghp_secret" }, // rotate in May
    },
  },
  "alpha": []
}`;

const TOML_SETTINGS = `# mine\r
[mcp_servers.github]\r
bearer_token = "ghp_secret"\r
notes = """\r
[mcp_servers.rappel]\r
command = "an example, not a table"\r
"""\r
`;

describe('rappel install', () => {
  it.each([
    ['claude-code', JSON_SETTINGS],
    ['codex', TOML_SETTINGS],
  ])(
    'changes its own lines alone, keeps a backup, shows no neighbour, and undoes itself to the byte: %s',
    async (client, before) => {
      const { file, run, text } = settings(client, before);
      const added = await run();
      expect(added).toMatchObject({ code: 0, err: '' });
      expect(added.out).not.toContain('ghp_secret');
      const kept = text().split('\n');
      expect(before.split('\n').every((line) => kept.includes(line))).toBe(true);
      expect(readFileSync(`${file}.rappel-backup`, 'utf8')).toBe(before);
      expect(statSync(`${file}.rappel-backup`).mode & 0o777).toBe(0o600);
      // Another profile: the backup is still the one from before the first install.
      expect((await run('--profile', 'full')).code).toBe(0);
      const undone = await run('--undo');
      expect(undone).toMatchObject({ code: 0, err: '' });
      expect(undone.out).not.toContain('ghp_secret');
      expect(text()).toBe(before);
      expect(existsSync(`${file}.rappel-backup`)).toBe(false);
    },
  );

  it('undone after the client has written, removes its own lines alone', async () => {
    const { file, run, text } = settings('claude-code', JSON_SETTINGS);
    await run();
    writeFileSync(file, text().replace('"alpha": []', '"alpha": [1]'));
    const changed = text();
    expect((await run('--undo')).code).toBe(0);
    expect(text()).toBe(JSON_SETTINGS.replace('"alpha": []', '"alpha": [1]'));
    expect(readFileSync(`${file}.rappel-backup`, 'utf8')).toBe(changed);
  });

  it.skipIf(!has('python3'))('keeps what the client writes while the question is open', async () => {
    const { home, file, text } = settings('cursor', '{\n  "a": 1\n}\n');
    const atTheQuestion = `
import os, pty, sys
node, command, file = sys.argv[1:4]
pid, terminal = pty.fork()
if pid == 0: os.execv(node, [node, command, 'install', 'cursor'])
shown = b''
while b'[y/N]' not in shown: shown += os.read(terminal, 1024)
with open(file, 'w') as f: f.write('{\\n  "a": 2,\\n  "written": "meanwhile"\\n}\\n')
os.write(terminal, b'y\\n')
try:
    while os.read(terminal, 1024): pass
except OSError: pass
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;
    execFileSync('python3', ['-c', atTheQuestion, process.execPath, BIN, file], {
      env: { PATH: process.env.PATH, HOME: home },
    });
    expect(JSON.parse(text())).toMatchObject({ a: 2, written: 'meanwhile', mcpServers: { rappel: {} } });
  });
});
