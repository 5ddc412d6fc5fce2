// What a newcomer does in the first hour, in the order of the README.
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

export const STEPS = [
  ['git clone', clone],
  ['npm ci', install],
  ['npm start, the first answer over HTTP and by the command line, Ctrl-C', startAndAsk],
  ['npm link', link],
  ['rappel demo', demo],
  ['rappel import, twice', importNotes],
  ['an assistant over MCP', assistant],
  ['rappel update, history, undo', updateAndUndo],
  ['rappel export, and rappel import on a new machine', move],
  ['rappel serve, stop, doctor there, in the locale C', serveElsewhere],
];

async function clone({ root, clone, french }) {
  mkdirSync(dirname(clone), { recursive: true });
  // A clone of a folder stands for one over the network: whose that folder is, and on which commit it stands, is not the
  // matter.
  const config = join(dirname(clone), 'gitconfig');
  writeFileSync(config, '[safe]\n\tdirectory = *\n[advice]\n\tdetachedHead = false\n');
  await french.run(['git', 'clone', '--quiet', root, clone], { env: { GIT_CONFIG_GLOBAL: config } });
}

async function install({ clone, french }) {
  const out = await french.run(['npm', 'ci'], { cwd: clone });
  assert.match(out, /added \d+ packages/);
  assert.equal(await french.run(['git', 'status', '--porcelain'], { cwd: clone }), '');
}

async function startAndAsk({ clone, french }) {
  const service = await french.start(['npm', 'start', '--', '--port', '0'], / à (http:\S+)\n/, {
    cwd: clone,
  });
  const url = service.match[1];
  assert.match(service.out(), /Votre nouveau vault\s: .*rappel\n/);
  assert.deepEqual(
    readdirSync(join(french.home, 'rappel'))
      .filter((name) => !name.startsWith('.'))
      .sort(),
    ['bucket', 'changelog.md', 'inbox', 'overview.md', 'profile.md', 'projects', 'tasks.md', 'tree.md'],
  );
  const health = await fetch(`${url}/api/health`);
  assert.equal(health.status, 200);
  const page = await fetch(url);
  assert.match(await page.text(), /<div id="root">/);

  const here = (...words) => french.run(['node', 'bin/rappel.js', ...words], { cwd: clone });
  // The first two commands that `npm start` prints, in a vault without any other note.
  const [, told, asked] = /rappel.js update "(.+?)"[\s\S]*rappel.js search "(.+?)"/.exec(service.out());
  assert.match(await here('update', '--wait', told), /vault\/tasks\.md/);
  assert.match(await here('search', asked), /\| # Appeler Marie au sujet des maquettes/);
  assert.match(await here('show', 'last'), /\+# Appeler Marie/);
  await here('update', '--wait', 'Call Marie about the mock-ups');
  assert.match(await here('search', 'what did I want to tell Marie?'), /\| # Call Marie about the mock-ups/);
  await here('append', 'tasks.md', "# Envoyer le devis à l'école de Zoé");
  const answer = await here('search', 'à qui envoyer le devis ?');
  assert.match(answer, /vault\/tasks\.md/);
  assert.match(answer, /Envoyer le devis à l'école de Zoé/);
  const posted = await fetch(`${url}/api/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ question: 'à qui envoyer le devis ?' }),
  });
  assert.match((await posted.json()).text, /Envoyer le devis à l'école de Zoé/);

  service.signal('SIGINT');
  await service.ended;
  service.check();
  assert.match(await here('status'), /Service.*à l’arrêt/);
}

async function link({ clone, french }) {
  await french.run(['npm', 'link', '--ignore-scripts'], { cwd: clone });
  const { version } = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8'));
  assert.equal((await french.run(['rappel', '--version'])).trim(), version);
  assert.match(await french.run(['rappel', '--help']), /import/);
}

async function demo({ french }) {
  const served = await french.start(['rappel', 'demo'], /Ctrl-C arrête le service/);
  const vault = join(french.home, 'rappel-demo');
  const answer = await french.run([
    'rappel',
    'search',
    'why was the Tidewater launch moved?',
    '--vault',
    vault,
  ]);
  assert.match(answer, /Launch moved to \d+ \w+/);
  const answerInFrench = await french.run([
    'rappel',
    'find',
    "pourquoi a-t-on abandonné l'API de PanierPro ?",
    '--vault',
    vault,
  ]);
  assert.match(answerInFrench, /halle-verte\/changelog\.md/);
  served.signal('SIGINT');
  await served.ended;
  served.check();
}

async function importNotes({ folder, french }) {
  const notes = join(folder, 'Mes notes d’été');
  mkdirSync(join(notes, 'Idées'), { recursive: true });
  writeFileSync(
    join(notes, 'Recette.md'),
    '# Clafoutis\n\nLes cerises viennent du marché. [[Idées/Marché]]\n',
  );
  writeFileSync(join(notes, 'Idées', 'Marché.md'), '# Marché\n\nOuvert le mardi.\n');
  writeFileSync(join(notes, 'plan.txt'), 'semer les radis en mars\n');
  assert.match(await french.run(['rappel', 'import', notes, '--dry-run']), /Nouveaux\s: 3 fichiers/);
  assert.match(
    await french.run(['rappel', 'import', notes, '--yes']),
    /Pour revenir en arrière.*rappel undo/,
  );
  assert.match(await french.run(['rappel', 'import', notes, '--yes']), /Rien de nouveau à importer/);
  assert.match(await french.run(['rappel', 'search', "d'où viennent les cerises ?"]), /du marché/);
}

async function assistant({ french }) {
  const errors = [];
  const transport = new StdioClientTransport({
    command: join(french.env.npm_config_prefix, 'bin', 'rappel'),
    args: ['mcp'],
    env: french.env,
    cwd: french.home,
    stderr: 'pipe',
  });
  transport.stderr.on('data', (part) => errors.push(String(part)));
  const client = new Client({ name: 'first-hour', version: '1.0.0' });
  await client.connect(transport);
  const { tools } = await client.listTools();
  assert.ok(tools.some(({ name }) => name === 'search'));
  const { content } = await client.callTool({
    name: 'search',
    arguments: { question: 'quand semer les radis ?' },
  });
  assert.match(content[0].text, /semer les radis en mars/);
  await client.close();
  assert.deepEqual(errors, []);
}

async function updateAndUndo({ french }) {
  const history = async () => JSON.parse(await french.run(['rappel', 'history', '--json'])).entries;
  const before = await history();
  assert.match(await french.run(['rappel', 'update', 'Le marché ouvre aussi le samedi']), /vault\//);
  const [latest] = await history();
  assert.notEqual(latest.id, before[0].id);
  assert.match(await french.run(['rappel', 'show', latest.id]), /samedi/);
  await french.run(['rappel', 'undo', latest.id]);
  assert.doesNotMatch(await french.run(['rappel', 'tree']), /samedi/);
}

async function move({ folder, clone, french, plain }) {
  const archive = join(folder, 'mémoire.tar.gz');
  assert.match(await french.run(['rappel', 'export', archive]), /\d+ fichiers exportés/);
  const there = (...words) => plain.run([process.execPath, join(clone, 'bin', 'rappel.js'), ...words]);
  assert.match(await there('import', archive, '--yes'), /your vault is/);
  const listed = (machine) => machine.run([process.execPath, join(clone, 'bin', 'rappel.js'), 'tree']);
  assert.equal(await listed(plain), await listed(french));
  assert.equal(await there('history', '--json'), await french.run(['rappel', 'history', '--json']));
  assert.match(await there('search', 'quand semer les radis ?'), /semer les radis en mars/);
}

async function serveElsewhere({ clone, plain }) {
  const words = [process.execPath, join(clone, 'bin', 'rappel.js')];
  const opened = fakeBrowser(plain.home);
  const service = await plain.start([...words, 'serve', '--port', '0'], / at (http:\S+)\n/, {
    env: { PATH: `${dirname(opened)}:${plain.env.PATH}`, DISPLAY: ':0' },
  });
  const url = service.match[1];
  assert.equal((await fetch(`${url}/api/health`)).status, 200);
  assert.match(await plain.run([...words, 'doctor']), /ok {5}service/);
  assert.match(await plain.run([...words, 'stop']), /Stopped the service/);
  assert.equal(await service.ended, 0);
  service.check();
  // Nobody sits before it: no browser.
  assert.equal(existsSync(opened), false);
}

function fakeBrowser(home) {
  const folder = join(home, 'programs');
  mkdirSync(folder);
  const opened = join(folder, 'opened');
  writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\necho "$1" > '${opened}'\n`);
  chmodSync(join(folder, 'xdg-open'), 0o755);
  return opened;
}
