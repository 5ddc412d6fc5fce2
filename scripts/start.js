// `npm start`: creates the vault, shows it, and says what to do next.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const rappel = fileURLToPath(new URL('../bin/rappel.js', import.meta.url));
const { status } = spawnSync(process.execPath, [rappel, 'init', ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
