import { spawnSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { servedApp } from './support/served-app.js';

// Each door has a secret of its own, so that one that leaks is named.
const WORD = (door: string) => `Zx9-${door}-42`;

/** Everything that has the text: files, the objects of the history, what SQLite and others keep. */
function placesOf(folders: readonly string[], value: string): string[] {
  return folders.flatMap((folder) => [
    ...filesBelow(folder)
      .filter((file) => file.includes(value) || readFileSync(file).includes(value))
      .map((file) => relative(folder, file)),
    ...(objectsOf(join(folder, '.rappel', 'history.git')).includes(value)
      ? ['an object of the history']
      : []),
  ]);
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => lstatSync(file).isFile());
}

function objectsOf(gitDir: string): Buffer {
  const args = ['--git-dir', gitDir, 'cat-file', '--batch-all-objects', '--batch', '--unordered'];
  return spawnSync('git', args, { maxBuffer: 1 << 28 }).stdout ?? Buffer.alloc(0);
}

async function opened() {
  const app = await servedApp({
    'projects/tidewater/description.md': '# Tidewater\n',
    'note.md': 'A note.\n',
  });
  await app.service.caughtUp;
  const { service } = app;
  const cache = join(app.home, '..');
  const post = async (path: string, body: unknown) => (await app.ask('POST', path, { body })).json;
  const events: string[] = [];
  service.events.subscribe((event) => events.push(JSON.stringify(event)));
  return {
    ...app,
    events,
    async idle() {
      await service.filed();
      await service.job.idle();
    },
    async tell(text: string, more = {}) {
      const { id } = await post('/api/update', { text, ...more });
      await service.filed();
      await service.job.idle();
      return service.queue.find(id);
    },
    places: (value: string) =>
      placesOf([app.root, String(app.home)], value).filter((place) => cache !== place),
  };
}

describe('a suspected secret', () => {
  it('is in one place until the owner decides, and nowhere after "delete"', async () => {
    const app = await opened();
    const secret = WORD('plage');
    const { state, inbox, title, summary } = await app.tell(`Le mot de passe du serveur c'est ${secret}`);
    expect(state).toBe('needs_answer');
    expect(title).toBe("Le mot de passe du serveur c'est [mot de passe masqué]");
    expect(summary).toContain('un mot de passe');
    expect(app.places(secret)).toEqual([expect.stringMatching(/^\.rappel\/held\//)]);
    expect(app.events.join('\n')).not.toContain(secret);
    const { json: found } = await app.ask('POST', '/api/search', {
      body: { question: 'mot de passe serveur' },
    });
    expect(JSON.stringify(found)).not.toContain(secret);

    const answer = await app.tell('2', { inbox_ref: inbox });
    expect(answer).toMatchObject({ state: 'done', summary: 'Supprimé : il n’en reste rien.' });
    await app.idle();
    expect(app.places(secret)).toEqual([]);
    expect(app.places(inbox!)).not.toContain('an object of the history');
    expect(app.get('changelog.md')).not.toContain('Supprimé');
    expect(app.events.join('\n')).not.toContain(secret);
  });

  it('that is dismissed is nowhere either', async () => {
    const app = await opened();
    const secret = WORD('dismissed');
    const { inbox } = await app.tell(`login martine, pw ${secret}`);
    await app.tell('delete', { inbox_ref: inbox });
    expect(app.places(secret)).toEqual([]);
  });

  it('that is kept is in its file, whole, and in no name or title', async () => {
    const app = await opened();
    const secret = WORD('kept');
    const text = `Tidewater: the wifi password is ${secret}\nAsk Odile for the rest.`;
    const { inbox } = await app.tell(text, { project: 'tidewater' });
    const answer = await app.tell('1', { inbox_ref: inbox });
    expect(answer.state).toBe('done');
    expect(answer.summary).not.toContain(secret);
    const [place, ...others] = app.places(secret);
    expect(place).toMatch(/^projects\/tidewater\/bucket\//);
    expect(place).not.toContain('zx9');
    expect(app.get(place!)).toContain(text);
    expect(others).toEqual(['an object of the history']);
  });

  it('in an answer is refused before anything has it', async () => {
    const app = await opened();
    const { inbox } = await app.tell('Something about a thing of nothing');
    const secret = WORD('answer');
    const body = { text: `the wifi password is ${secret}`, inbox_ref: inbox ?? 'x' };
    const { json } = await app.ask('POST', '/api/update', { body });
    expect(json.error).toMatchObject({ code: 'protected' });
    expect(app.places(secret)).toEqual([]);
  });
});
