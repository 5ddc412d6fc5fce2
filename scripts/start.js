// `npm start`: creates the vault, serves it, and says what to do next. Ctrl-C stops it.
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const rappel = fileURLToPath(new URL('../bin/rappel.js', import.meta.url));
const given = process.argv.slice(2);

// Everything it has to say, it says on standard error.
const init = spawnSync(process.execPath, [rappel, 'init', '--json', ...vaultIn(given)], {
  stdio: ['inherit', 'pipe', 'inherit'],
  encoding: 'utf8',
});
if (init.status !== 0) process.exit(init.status ?? 1);
const { vault, created, language } = JSON.parse(init.stdout);
const isNew = created.length > 0;
const said = {
  en: `${isNew ? 'Your new vault' : 'Your vault'}: ${vault}

In another terminal, in this folder:
  node bin/rappel.js update "Call Marie about the mock-ups"   tell it something
  node bin/rappel.js search "what did I want to tell Marie?"  ask
  node bin/rappel.js demo                                     look around in an invented memory
  node bin/rappel.js --help                                   all commands
(npm link --ignore-scripts, once, makes it "rappel" everywhere.) Ctrl-C stops the service.
`,
  fr: `${isNew ? 'Votre nouveau vault' : 'Votre vault'} : ${vault}

Dans un autre terminal, dans ce dossier :
  node bin/rappel.js update "Appeler Marie au sujet des maquettes"   noter quelque chose
  node bin/rappel.js search "que voulais-je dire à Marie ?"          poser une question
  node bin/rappel.js demo                                            visiter une mémoire inventée
  node bin/rappel.js --help                                          toutes les commandes
(npm link --ignore-scripts, une fois, et « rappel » marche partout.) Ctrl-C arrête le service.
`,
};
console.log(said[language]);

const service = spawn(process.execPath, [rappel, 'serve', ...given], { stdio: 'inherit' });
// Ctrl-C reaches the service too, from the terminal: told twice, it would not end in peace. This process waits for it.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => service.kill('SIGTERM'));
service.on('exit', (code) => {
  process.exitCode = code ?? 1;
});

function vaultIn(args) {
  const at = args.findIndex((word) => word === '--vault' || word.startsWith('--vault='));
  if (at < 0) return [];
  return args[at] === '--vault' ? args.slice(at, at + 2) : [args[at]];
}
