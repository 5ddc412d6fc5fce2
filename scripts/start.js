// `npm start`: creates the vault, shows it, and says what to do next.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const rappel = fileURLToPath(new URL('../bin/rappel.js', import.meta.url));
const { status } = spawnSync(process.execPath, [rappel, 'init', ...process.argv.slice(2)], {
  stdio: 'inherit',
});
if (status === 0)
  console.log('\nIn this folder the command is: npx rappel (or run npm link once, then: rappel)');
process.exitCode = status ?? 1;
