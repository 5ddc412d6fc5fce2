// `npm start`: creates the vault, serves it, and says what to do next. Ctrl-C stops it.
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const rappel = fileURLToPath(new URL('../bin/rappel.js', import.meta.url));
const run = (...args) => [process.execPath, [rappel, ...args], { stdio: 'inherit' }];

const { status } = spawnSync(...run('init'));
if (status !== 0) process.exit(status ?? 1);
console.log('\nIn this folder the command is: npx rappel (or run npm link once, then: rappel)\n');

const service = spawn(...run('serve', ...process.argv.slice(2)));
// The service ends by itself on these; this process waits for it.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => service.kill(signal));
service.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
