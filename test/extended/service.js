// `rappel serve` as a process, on a free port.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../../bin/rappel.js', import.meta.url));

export async function startService(vault) {
  const home = mkdtempSync(join(tmpdir(), 'rappel-home-'));
  const env = { PATH: process.env.PATH, HOME: home };
  const child = spawn(process.execPath, [BIN, 'serve', '--port', '0', '--vault', vault], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (part) => {
      const match = / at (http:\S+)/.exec(String(part));
      if (match) resolve(match[1]);
    });
    child.on('exit', (code) => reject(new Error(`rappel serve ended with ${code}`)));
  });
  return {
    url,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}
