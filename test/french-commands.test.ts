import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPlace, startService } from './soak/harness.js';
import { hasPty, rappelOnTerminal } from './support/pty.js';
import { runCommand } from './support/run-command.js';
import { tempVault } from './support/temp-vault.js';

const FRENCH = { LANG: 'fr_FR.UTF-8' };

describe('the language of the command line', () => {
  it.each([
    [{}, 'Usage:'],
    [{ LANG: 'fr_FR.UTF-8' }, 'Utilisation\u00a0:'],
    [{ LANG: 'fr_FR.UTF-8', LC_ALL: 'C' }, 'Usage:'],
    [{ LANG: 'fr_FR.UTF-8', RAPPEL_LANGUAGE: 'en' }, 'Usage:'],
    [{ LC_ALL: 'C', RAPPEL_LANGUAGE: 'fr' }, 'Utilisation\u00a0:'],
  ])('with %j starts its help with %s', async (env, start) => {
    const { root } = tempVault({});
    expect((await runCommand(['--help'], { vault: root, env })).out).toContain(`\n${start} rappel `);
  });

  it('is that of the settings unless the environment names one', async () => {
    const { root } = tempVault({});
    mkdirSync(join(root, 'config/rappel'), { recursive: true });
    writeFileSync(join(root, 'config/rappel/config.json'), '{"language": "fr"}');
    const env = { XDG_CONFIG_HOME: join(root, 'config') };
    expect((await runCommand(['--help'], { vault: root, env })).out).toContain('Utilisation');
    const english = { ...env, RAPPEL_LANGUAGE: 'en' };
    expect((await runCommand(['--help'], { vault: root, env: english })).out).toContain('Usage:');
  });

  it('is refused in one sentence where Rappel does not speak it', async () => {
    const { root } = tempVault({});
    const { code, err } = await runCommand(['status'], { vault: root, env: { RAPPEL_LANGUAGE: 'de' } });
    expect(code).toBe(2);
    expect(err).toMatch(/^\[error\] RAPPEL_LANGUAGE: got "de", expected one of en, fr\n/);
    expect(
      (await runCommand(['__complete', 'sta'], { vault: root, env: { RAPPEL_LANGUAGE: 'de' } })).out,
    ).toBe('status\n');
  });
});

describe('an error in French', () => {
  it.each([
    [
      ['serch'],
      2,
      '[erreur] commande «\u00a0serch\u00a0» inconnue\u202f; vouliez-vous dire «\u00a0search\u00a0»\u202f?',
    ],
    [
      ['find', 'x', '--limt', '3'],
      2,
      '[erreur] option --limt inconnue\u202f; vouliez-vous dire --limit\u202f?',
    ],
    [
      ['history', '--limit', 'x'],
      2,
      '[erreur] --limit\u00a0: «\u00a0x\u00a0» reçu, attendu\u00a0: un nombre entier',
    ],
    [['read'], 2, '[erreur] argument manquant\u202f; utilisation\u00a0: rappel read CHEMIN...'],
    [
      ['undo', 'nosuch'],
      1,
      '[erreur] aucune entrée «\u00a0nosuch\u00a0» dans l’historique\nPour les lister\u00a0: rappel history',
    ],
    [
      ['read', 'a.md', 'b.md'],
      1,
      '[erreur] vault/a.md\u00a0: fichier ou dossier introuvable\n[erreur] vault/b.md\u00a0: fichier ou dossier introuvable',
    ],
    [['read', '../x'], 1, '[erreur] ../x\u00a0: mène hors du vault'],
    [['import', import.meta.filename], 1, 'ne s’importe pas (.ts)\nImportez des notes (Markdown,'],
  ])('of %j', async (args, expected, sentence) => {
    const { root } = tempVault({ 'tasks.md': 'x\n' });
    const { code, out, err } = await runCommand(args, { vault: root, env: FRENCH });
    expect(out).toBe('');
    expect(err).toContain(sentence);
    expect(code).toBe(expected);
  });

  it('is the same from the running service, and English in JSON', async () => {
    const place = createPlace();
    onTestFinished(() => place.remove());
    const service = await startService(place);
    const run = (...args: string[]) =>
      runCommand(args, { vault: place.vault, env: { ...place.env, ...FRENCH } });
    expect((await run('read', 'nosuch.md')).err).toBe(
      '[erreur] vault/nosuch.md\u00a0: fichier ou dossier introuvable\n',
    );
    expect((await run('dismiss', 'nosuch')).err).toContain('[erreur] aucune note «\u00a0nosuch\u00a0»');
    expect((await run('serve')).err).toContain(
      `[erreur] ce vault est déjà servi, à ${service.url} (processus `,
    );
    const json = await run('read', 'nosuch.md', '--json');
    expect(JSON.parse(json.out).error.message).toBe('[error] vault/nosuch.md: no such file or folder');
    expect((await run('stop')).out).toBe(`Le service à ${service.url} est arrêté.\n`);
  });

  it('leaves the text of a tool as specified', async () => {
    const { root } = tempVault({ 'tasks.md': 'x\n' });
    const read = (env: NodeJS.ProcessEnv) =>
      runCommand(['read', 'tasks.md', 'nosuch.md'], { vault: root, env });
    const [french, english] = await Promise.all([read(FRENCH), read({})]);
    expect(french.out).toBe(english.out);
    expect(french.out).toContain('[error] vault/nosuch.md: no such file or folder');
  });
});

describe('a note', () => {
  it.each([
    [FRENCH, 'todo: Call Marie', '# Call Marie\nstatus: to-do | prio: — | added: '],
    [FRENCH, 'Send the invoice to Tidewater', 'status: to-do | prio: — | added: '],
    [{ LC_ALL: 'C' }, 'à faire : Appeler Marie', '# Appeler Marie\nstatus: à-faire | prio: — | ajoutée: '],
    [{ RAPPEL_LANGUAGE: 'en' }, 'Envoyer la facture à Marie', 'status: à-faire | prio: — | ajoutée: '],
  ])('under %j is filed in its own language: %s', async (env, text, filed) => {
    const { root } = tempVault({});
    await runCommand(['init'], { vault: root, env });
    const { out } = await runCommand(['update', text], { vault: root, env });
    expect(readFileSync(join(root, 'tasks.md'), 'utf8')).toContain(filed);
    expect(out).toMatch(filed.includes('to-do') ? /^Task added/ : /^Tâche ajoutée/);
  });
});

describe.runIf(hasPty)('a question on a terminal of 60 columns', () => {
  it('takes o for yes, and says what it did', async () => {
    const { root } = tempVault({});
    mkdirSync(join(root, '.notes'));
    writeFileSync(join(root, '.notes/idea.txt'), 'Un phare.\n');
    const vault = join(root, 'memoire');
    await runCommand(['init', vault], { vault: root, env: FRENCH });
    const { code, written } = await rappelOnTerminal(['import', join(root, '.notes'), '--vault', vault], {
      vault: root,
      env: FRENCH,
      columns: 60,
      steps: [{ wait: 'Importer 1 fichier\u202f? [o/N] ', send: 'o\r' }],
    });
    expect(written).toContain('Nouveaux\u00a0: 1 fichier');
    expect(written).toContain('Terminé\u00a0: 1 fichier importé dans vault/bucket/\u00a0: dossier.\n');
    expect(written).toContain('Pour revenir en arrière\u00a0: rappel undo ');
    expect(code).toBe(0);
  });

  it('wraps its help below its own column', async () => {
    const { root } = tempVault({});
    const { written } = await rappelOnTerminal(['--help', '--all'], {
      vault: root,
      env: FRENCH,
      columns: 60,
    });
    const lines = written.split(/\r?\n/);
    expect(lines.filter((line) => line.length > 60)).toEqual([]);
    expect(written).toMatch(/ {2}purge +Supprimer définitivement un fichier.*\r?\n {10,}\S/);
  });
});
