import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { tempFolder, tempVault } from '../../test/support/temp-vault.js';
import { readLessons } from '../agents/clerk/routing/lessons.js';
import type { InputOf } from '../operations/list.js';
import type { HistoryEntry } from '../service/history/history.js';
import { createQueue } from '../service/updates/queue.js';
import { systemClock } from '../shared/clock.js';
import type { RappelError } from '../shared/errors.js';
import { createVault } from '../vault/vault.js';
import type { CommandMemory, Memory } from './memory.js';

/** Opens a memory of a new vault with these files. */
export type OpenMemory<Opened extends Memory = Memory> = (
  files: Record<string, string>,
) => Promise<{ memory: Opened; root: string }>;

const NOTES = {
  'projects/halle-verte/state.md': '# Statut\nLe permis de construire est accordé.\n',
  'tasks.md': '# Appeler Marie\nstatus: à-faire\n',
};

/** What follows an update (history, counts) may come a moment after its state. */
const SOON = { timeout: 30_000 };

/** What every implementation of the port does, at every door. */
export function memoryContract(name: string, open: OpenMemory): void {
  describe(name, () => {
    it('answers a question with the passage', async () => {
      const { memory } = await open(NOTES);
      const steps: string[] = [];
      const answer = await memory.run(
        'search',
        { question: 'le permis est-il accordé ?' },
        { onEvent: ({ type }) => steps.push(type) },
      );
      expect(answer.text).toContain('Le permis de construire est accordé.');
      expect(answer.files.map(({ path }) => path)).toContain('vault/projects/halle-verte/state.md');
    });

    it('reads times in a question from the day on which it is asked', async () => {
      const { memory } = await open({
        ...NOTES,
        'changelog.md': '# 2024-03-09\n\n## Second\nNo more.\n\n# 2024-03-02\n\n## First\nNo less.\n',
      });
      const { files } = await memory.run('search', {
        question: 'What did we do last week?',
        asked_on: '2024-03-08',
      });
      expect(files).toMatchObject([{ path: 'vault/changelog.md', lines: expect.stringMatching(/-\d+$/) }]);
      const { results } = await memory.run('tools/search', {
        queries: ['what happened yesterday'],
        asked_on: '2024-03-10',
      });
      expect(results[0]!.headings).toContain('2024-03-09');
      expect(await errorOf(memory.run('search', { question: 'x', asked_on: 'one day' }))).toMatchObject({
        code: 'invalid_input',
        message: expect.stringMatching(/^asked_on: got "one day"/),
      });
    });

    it('orients: where a project stands, by the name people use', async () => {
      const { memory } = await open(NOTES);
      const brief = await memory.run('orient', { project: 'Halle Verte' });
      expect(brief.text).toContain('Le permis de construire est accordé.');
      expect(brief.files).toContain('vault/projects/halle-verte/state.md');
      expect(await memory.run('orient', { project: 'halle-verte' })).toEqual(brief);
      expect((await memory.run('orient', { max_tokens: 100 })).text.length).toBeLessThanOrEqual(400);
      expect(await errorOf(memory.run('orient', { project: 'none' }))).toMatchObject({ code: 'not_found' });
      expect(await errorOf(memory.run('orient', { max_tokens: 1 }))).toMatchObject({ code: 'invalid_input' });
    });

    it('finds passages, and says what is wrong with a request', async () => {
      const { memory } = await open(NOTES);
      const { results } = await memory.run('tools/search', { queries: ['permis'], limit: 1 });
      expect(results).toHaveLength(1);
      expect(results[0]).toMatchObject({ path: 'vault/projects/halle-verte/state.md' });
      const error = await errorOf(memory.run('tools/search', { queries: ['permis'], limit: 0 }));
      expect(error).toMatchObject({ code: 'invalid_input', message: expect.stringMatching(/^limit: got 0/) });
    });

    it('verifies the references of an answer, through a change of their file', async () => {
      const { memory, root } = await open(NOTES);
      const { files } = await memory.run('search', { question: 'le permis est-il accordé ?' });
      const { ref } = files.find(({ path }) => path.endsWith('state.md'))!;
      // A service may stamp the file meanwhile, which moves its lines.
      expect((await memory.run('verify', { refs: [ref] })).results).toMatchObject([{ ref, holds: true }]);
      const file = join(root, 'projects/halle-verte/state.md');
      writeFileSync(file, readFileSync(file, 'utf8').replace('accordé', 'refusé'));
      expect((await memory.run('verify', { refs: [ref] })).results[0]).toMatchObject({ ref, holds: false });
      const error = await errorOf(memory.run('verify', { refs: ['state.md'] }));
      expect(error).toMatchObject({ code: 'invalid_input', message: '"state.md" is not a reference' });
    });

    it('finds a copy, fixes it as one entry that can be undone, and hides what is dismissed', async () => {
      const text = 'The same forty characters and some more, twice.\n';
      const { memory, root } = await open({
        'bucket/a.md': text,
        'projects/x/bucket/b.md': text,
        'notes/n.md': 'See [the note](../bucket/a.md), [[b]] and [[Nobody]].\n',
        'notes/m.md': 'See [[projects/x/bucket/b]].\n',
      });
      const { findings, counts } = await memory.run('findings/list');
      expect(counts).toMatchObject({ link: 1, duplicate: 1, secret: 0 });
      const [link, copy] = findings;
      const preview = await memory.run('findings/preview', { id: copy!.id });
      expect(preview.files).toMatchObject([
        { path: 'vault/notes/n.md', change: 'changed', diff: expect.stringContaining('x/bucket/b.md') },
        { path: 'vault/bucket/a.md', change: 'deleted' },
      ]);
      expect((await memory.run('findings/fix', { id: copy!.id })).warning).toBeNull();
      expect(existsSync(join(root, 'bucket/a.md'))).toBe(false);
      expect(readFileSync(join(root, 'notes/n.md'), 'utf8')).toContain('](../projects/x/bucket/b.md), [[b]]');
      const entry = await lastOfTools(memory);
      expect(entry).toMatchObject({ source: 'tool', files: [{}, {}] });
      await memory.run('history/undo', { id: entry.id });
      expect(readFileSync(join(root, 'bucket/a.md'), 'utf8')).toContain(text);
      expect(readFileSync(join(root, 'notes/n.md'), 'utf8')).toContain('](../bucket/a.md)');

      await memory.run('findings/dismiss', { id: link!.id });
      const listed = async () => (await memory.run('findings/list')).findings.map(({ id }) => id);
      expect(await listed()).toEqual([copy!.id]);
      await memory.run('findings/restore', { id: link!.id });
      expect(await listed()).toEqual([link!.id, copy!.id]);
      expect(await errorOf(memory.run('findings/fix', { id: 'nosuch' }))).toMatchObject({
        code: 'not_found',
      });
      expect(await errorOf(memory.run('findings/fix', { id: link!.id }))).toMatchObject({
        code: 'invalid_input',
      });
    });

    it('runs calls in one session, of which a failed one does not stop the rest', async () => {
      const { memory, root } = await open(NOTES);
      const { outcomes } = await memory.run('calls', {
        calls: [
          { tool: 'read', input: { paths: 'missing.md' } },
          { tool: 'read', input: { paths: 'tasks.md' } },
          { tool: 'edit', input: { path: 'tasks.md', old_content: 'à-faire', new_content: 'en-cours' } },
        ],
      });
      expect(outcomes.map(({ ok }) => ok)).toEqual([false, true, true]);
      expect(outcomes[0]).toMatchObject({ error: { code: 'not_found' } });
      expect(readFileSync(join(root, 'tasks.md'), 'utf8')).toContain('status: en-cours');
      const entry = await lastOfTools(memory);
      expect(entry).toMatchObject({ source: 'tool', reason: 'edited vault/tasks.md' });
    });

    it('says in data what keeps an entry from being undone, and undoes it by choice', async () => {
      const { memory, root } = await open(NOTES);
      const edit = (old_content: string, new_content: string) =>
        memory.run('calls', {
          calls: [
            { tool: 'read', input: { paths: 'tasks.md' } },
            { tool: 'edit', input: { path: 'tasks.md', old_content, new_content } },
          ],
        });
      await edit('à-faire', 'en-cours');
      const entry = await lastOfTools(memory);
      await edit('en-cours', 'finie');
      expect(await errorOf(memory.run('history/undo', { id: entry.id }))).toMatchObject({
        code: 'stale',
        data: { obstacles: [{ path: 'vault/tasks.md', reason: 'changed_units' }] },
      });
      await memory.run('history/undo', { id: entry.id, choices: { all: 'take' } });
      expect(readFileSync(join(root, 'tasks.md'), 'utf8')).toContain('à-faire');
    });

    it('carries what was read from one call to the next, and nothing that was not', async () => {
      const { memory, root } = await open(NOTES);
      const edit = { tool: 'edit', input: { path: 'tasks.md', old_content: 'Marie', new_content: 'Paul' } };
      const { seen } = await memory.run('calls', { calls: [{ tool: 'read', input: { paths: 'tasks.md' } }] });
      const unread = await memory.run('calls', { calls: [edit] });
      expect(unread.outcomes[0]).toMatchObject({ ok: false, error: { code: 'not_read' } });
      writeFileSync(join(root, 'tasks.md'), '# Appeler Marie demain\n');
      const stale = await memory.run('calls', { calls: [edit], seen });
      expect(stale.outcomes[0]).toMatchObject({ ok: false, error: { code: 'stale' } });
      const again = await memory.run('calls', {
        calls: [{ tool: 'read', input: { paths: 'tasks.md' } }],
        seen,
      });
      const done = await memory.run('calls', { calls: [edit], seen: again.seen });
      expect(done.outcomes[0]).toMatchObject({ ok: true });
      expect(Object.keys(done.shown)).toEqual(['tasks.md']);
    });

    it('refuses a call whose file is not the version it was made for', async () => {
      const { memory } = await open(NOTES);
      const write = { tool: 'write', input: { path: 'tasks.md', content: 'neu' } };
      const refused = await memory.run('calls', { calls: [write], matching: { 'tasks.md': '0'.repeat(12) } });
      expect(refused.outcomes[0]).toMatchObject({ ok: false, error: { code: 'stale' } });
      expect(
        await errorOf(memory.run('calls', { calls: [write], matching: { 'none.md': '0'.repeat(12) } })),
      ).toMatchObject({
        code: 'not_found',
      });
      expect(
        await errorOf(memory.run('calls', { calls: [write], matching: { '../none.md': '0'.repeat(12) } })),
      ).toMatchObject({ code: 'outside_vault' });
    });

    it('stores an update, files it, and knows its id', async () => {
      const { memory } = await open(NOTES);
      const input = { text: 'halle-verte: les plans sont signés', images: [], inbox_ref: null };
      expect(await memory.run('update', { ...input, id: 'one' })).toMatchObject({ id: 'one' });
      const states: string[] = [];
      const status = await memory.run(
        'updates/follow',
        { id: 'one' },
        { onEvent: (event) => event.type === 'update' && states.push(event.status.state) },
      );
      expect(status).toMatchObject({ id: 'one', state: 'done' });
      expect(states).not.toEqual([]);
      expect(await memory.run('update', { ...input, id: 'one' })).toMatchObject({ id: 'one' });
      expect((await memory.run('updates/list', { limit: 5 })).updates.map(({ id }) => id)).toEqual(['one']);
      expect(await errorOf(memory.run('updates/find', { id: 'two' }))).toMatchObject({ code: 'not_found' });
    });

    it('leaves a failed update unfiled, and files it after all', async () => {
      const { memory, root } = await open(NOTES);
      const { vault } = tempVault({}, root);
      const queue = createQueue(vault);
      await queue.admit({ text: 'halle-verte: les plans sont signés', images: [], inbox_ref: null }, 'one');
      queue.set('one', { state: 'failed', reason: 'no words' });
      expect((await memory.run('status')).failed).toEqual([{ id: 'one', reason: 'no words' }]);
      expect(await memory.run('updates/dismiss', { id: 'one' })).toMatchObject({
        state: 'done',
        dismissed: true,
        files: [],
      });
      expect((await memory.run('status')).failed).toEqual([]);
      expect(await memory.run('updates/retry', { id: 'one' })).toMatchObject({ id: 'one' });
      expect(await memory.run('updates/follow', { id: 'one' })).toMatchObject({ state: 'done' });
      expect(await errorOf(memory.run('updates/dismiss', { id: 'one' }))).toMatchObject({ code: 'exists' });
      expect(await errorOf(memory.run('updates/dismiss', { id: 'two' }))).toMatchObject({
        code: 'not_found',
      });
    });

    it('shows what waits in the inbox', async () => {
      const { memory } = await open({
        ...NOTES,
        'inbox/2025-07-14-vocal/review.md': '# Où classer ceci ?\n\n> un vocal\n',
      });
      expect((await memory.run('inbox/list')).items).toMatchObject([
        { item: '2025-07-14-vocal', excerpt: 'un vocal' },
      ]);
      expect(await memory.run('inbox/read', { item: '2025-07-14-vocal' })).toMatchObject({
        question: 'Où classer ceci ?',
      });
      expect(await errorOf(memory.run('inbox/read', { item: 'none' }))).toMatchObject({ code: 'not_found' });
      expect((await memory.run('status')).inbox).toBe(1);
    });

    it('moves a filed note to another project, and learns from that', async () => {
      const { memory, root } = await open({
        ...NOTES,
        'projects/jardin/state.md': '# Statut\nLes tomates poussent.\n',
      });
      const text = 'La visite du chantier avec Marie a lieu mardi';
      const { id } = await memory.run('update', {
        text,
        images: [],
        inbox_ref: null,
        project: 'halle-verte',
      });
      const first = await memory.run('updates/follow', { id: id });
      expect(first.files.join()).toContain('vault/projects/halle-verte/');
      // An update is filed a moment before it is in the index and the history.
      const recorded = (update: string) =>
        vi.waitUntil(async () => (await memory.run('updates/find', { id: update })).history);
      await recorded(id);
      expect((await memory.run('route', { text: text })).candidates[0]).toMatchObject({
        project: 'halle-verte',
      });

      const moved = await memory.run('updates/refile', { id: id, project: 'Jardin' });
      const second = await memory.run('updates/follow', { id: moved.id });
      expect(second.files.join()).toContain('vault/projects/jardin/');
      expect(second.files.join()).toContain('vault/projects/halle-verte/');
      const found = await memory.run('tools/search', {
        queries: ['visite du chantier'],
        scopes: ['projects/halle-verte/'],
      });
      expect(found.results.map((result) => result.chunk_with_context).join()).not.toContain('chantier');
      const [best] = (await memory.run('route', { text: 'Une visite du chantier avec Marie, mercredi' }))
        .candidates;
      expect(best).toMatchObject({ project: 'jardin' });
      expect(best!.reasons[0]).toMatch(/^vous y avez mis une note semblable le /);

      await memory.run('history/undo', { id: await recorded(moved.id) });
      expect(readLessons(createVault({ root, clock: systemClock }))).toEqual([]);
      expect(await errorOf(memory.run('updates/refile', { id: moved.id, project: 'nowhere' }))).toMatchObject(
        { code: 'not_found' },
      );
    });

    it('files as the caller says, asks with choices, and closes a question with its answer or with its item', async () => {
      const { memory, root } = await open(NOTES);
      const give = async (input: Partial<InputOf<'update'>>, id: string) => {
        await memory.run('update', { text: '', ...input, id });
        return memory.run('updates/follow', { id: id });
      };
      const overview = () => readFileSync(join(root, 'overview.md'), 'utf8');
      writeFileSync(join(root, 'overview.md'), '---\nabout: carte\n---\n');
      const told = await give(
        { text: 'Les murs seront bleus.', project: 'halle-verte', kind: 'decision' },
        'u1',
      );
      expect(told).toMatchObject({ state: 'done', files: ['vault/projects/halle-verte/changelog.md'] });
      const asked = await give({ text: 'Une idée vague qui ne parle de rien.' }, 'u2');
      expect(asked).toMatchObject({
        state: 'needs_answer',
        question: {
          text: 'Où classer ceci ?',
          choices: expect.arrayContaining([{ id: expect.any(String), label: 'Profil' }]),
        },
      });
      await expect.poll(overview, SOON).toContain('\ninbox: 1\n');
      expect(await give({ text: 'hmm', inbox_ref: asked.inbox }, 'u3')).toMatchObject({
        state: 'needs_answer',
      });
      const answered = await give({ text: 'bucket', inbox_ref: asked.inbox }, 'u4');
      expect(answered).toMatchObject({ state: 'done' });
      expect((await memory.run('updates/find', { id: 'u2' })).state).toBe('done');
      await expect.poll(overview, SOON).toContain('\ninbox: 0\n');
      await expect
        .poll(async () => (await memory.run('updates/find', { id: 'u4' })).history, SOON)
        .not.toBeNull();
      await memory.run('history/undo', { id: (await memory.run('updates/find', { id: 'u4' })).history! });
      expect((await memory.run('updates/find', { id: 'u2' })).state).toBe('needs_answer');
      await expect.poll(overview, SOON).toContain('\ninbox: 1\n');
      rmSync(join(root, 'inbox', asked.inbox!), { recursive: true });
      expect((await memory.run('updates/find', { id: 'u2' })).state).toBe('done');
    });

    it('undoes an entry and restores a file', async () => {
      const { memory, root } = await open(NOTES);
      const [outcome] = (
        await memory.run('calls', {
          calls: [{ tool: 'append', input: { path: 'tasks.md', content: '# Payer la TVA' } }],
        })
      ).outcomes;
      expect(outcome).toMatchObject({ ok: true });
      const entry = await lastOfTools(memory);
      expect((await memory.run('history/show', { id: entry.id })).diff).toContain('+# Payer la TVA');
      const before = readFileSync(join(root, 'tasks.md'), 'utf8');
      expect(await memory.run('history/preview', { id: entry.id })).toMatchObject({
        files: [
          {
            path: 'vault/tasks.md',
            change: 'changed',
            units: [{ kind: 'heading', from: '# Payer la TVA', to: null }],
          },
        ],
        obstacles: [],
      });
      const undone = await memory.run('history/undo', { id: entry.id });
      expect(undone).toMatchObject({ source: 'undo', undoes: entry.id });
      expect(readFileSync(join(root, 'tasks.md'), 'utf8')).not.toContain('TVA');
      const listed = new Map(
        (await memory.run('history/list', { limit: 50 })).entries.map(({ id, ...rest }) => [id, rest]),
      );
      expect(listed.get(undone.id)).toMatchObject({ source: 'undo', undone_by: null });
      expect(listed.get(entry.id)).toMatchObject({ undone_by: undone.id });
      expect(await errorOf(memory.run('history/undo', { id: entry.id }))).toMatchObject({ code: 'no_match' });
      expect(await memory.run('history/redo', { id: entry.id })).toMatchObject({ undoes: undone.id });
      expect(readFileSync(join(root, 'tasks.md'), 'utf8')).toBe(before);
      expect((await memory.run('history/show', { id: entry.id })).undone_by).toBeNull();
      await memory.run('history/undo', { id: entry.id });
      expect(await memory.run('history/restore', { path: 'tasks.md', at: { id: entry.id } })).toMatchObject({
        entry: { source: 'restore' },
      });
      expect(readFileSync(join(root, 'tasks.md'), 'utf8')).toContain('TVA');
    });

    it('lists, measures and reads files, and nothing outside', async () => {
      const { memory } = await open(NOTES);
      const paths = (await memory.run('files/list')).files.map(({ path }) => path);
      expect(paths).toEqual(
        expect.arrayContaining(['vault/tasks.md', 'vault/projects/halle-verte/state.md']),
      );
      expect((await memory.run('tree')).tree.children!.map(({ name }) => name)).toContain('tasks.md');
      expect((await memory.run('files/bytes', { path: 'vault/tasks.md' })).toString('utf8')).toContain(
        '# Appeler Marie',
      );
      expect(
        await errorOf(memory.run('files/bytes', { path: 'vault/tasks.md', most_bytes: 3 })),
      ).toMatchObject({ code: 'invalid_input' });
      expect(await errorOf(memory.run('files/bytes', { path: 'none.md' }))).toMatchObject({
        code: 'not_found',
      });
      expect(await errorOf(memory.run('files/bytes', { path: '../x' }))).toMatchObject({
        code: 'outside_vault',
      });
    });

    it('tells of files that change', async () => {
      const { memory, root } = await open(NOTES);
      let stop = () => {};
      await new Promise<void>((resolve) => {
        const tell = ({ path, exists }: { path: string; exists: boolean }) => {
          if (path === 'vault/new.md' && exists) resolve();
        };
        void memory.run('files/watch', { tell }).then((end) => {
          stop = end;
          writeFileSync(join(root, 'new.md'), 'neu\n');
        });
      });
      stop();
    });
  });
}

/** What a command does in its own process, also while a service runs. */
export function commandContract(name: string, open: OpenMemory<CommandMemory>): void {
  describe(name, () => {
    it('imports what it has shown, as one entry, and exports the vault', async () => {
      const { memory, root } = await open(NOTES);
      const exchange = await memory.exchange();
      const outside = tempFolder();
      writeFileSync(join(outside, 'offer.md'), '# Offre\n\nLa grue coûte 900 euros.\n');
      const request = { path: join(outside, 'offer.md'), into: 'projects/halle-verte', skipSecrets: false };
      const preview = await exchange.preview(request);
      const imported = join(root, 'projects', 'halle-verte', 'bucket', 'offer.md');
      expect(preview.plan.files).toMatchObject([
        { action: 'new', path: 'projects/halle-verte/bucket/offer.md' },
      ]);
      expect(existsSync(imported)).toBe(false);
      expect(await preview.run()).toMatchObject({
        entry: { source: 'import', reason: expect.stringContaining('Imported 1 file into') },
        written: 1,
        planned: 1,
      });
      preview.close();
      expect(readFileSync(imported, 'utf8')).toContain('La grue coûte 900 euros.');
      const found = async () => (await memory.run('tools/search', { queries: ['grue'] })).results.length;
      await expect.poll(found, { timeout: 30_000 }).toBe(1);
      const inside = exchange.preview({ ...request, path: root });
      expect(await errorOf(inside)).toMatchObject({ code: 'invalid_input' });
      const target = join(outside, 'copy.tar.gz');
      expect((await exchange.exportTo(target, '0.0.0')).leftOut).toEqual([]);
      expect(existsSync(target)).toBe(true);
    });
  });
}

/** A service that is still catching up may record files meanwhile: not every entry is ours. */
async function lastOfTools({ run }: Memory): Promise<HistoryEntry> {
  const entry = (await run('history/list', { limit: 50 })).entries.find(({ source }) => source === 'tool');
  return entry ?? expect.fail('no tool has changed anything');
}

async function errorOf(call: Promise<unknown>): Promise<RappelError> {
  return call.then(
    () => expect.fail('it was expected to fail'),
    (error) => error,
  );
}
