import { linkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import { createLinkIndex } from '../links/link-index.js';
import { createExamine } from './examine.js';
import type { Finding, FindingKind } from './finding.js';

/** The examined day is 2025-07-14. */
function examined(files: Record<string, string | Buffer>) {
  const made = tempVault(files);
  const examine = createExamine(
    made.vault,
    createLinkIndex(made.root, () => {}),
  );
  return { ...made, find: async () => (await examine()).map(({ finding }) => finding) };
}

async function findingsIn(files: Record<string, string | Buffer>, kind?: FindingKind): Promise<Finding[]> {
  const found = await examined(files).find();
  return kind === undefined ? found : found.filter((finding) => finding.kind === kind);
}

/** `path:line` of the first place of each. */
function placesOf(findings: readonly Finding[]): string[] {
  return findings.map(({ places: [first] }) => `${first!.path}:${first!.line}`);
}

function stamped(day: string, body: string): string {
  return `---\ncreated: ${day}T10:00:00\nupdated: ${day}T10:00:00\ntokens: 1\n---\n\n${body}`;
}

const LOG = (day: string, entry: string) => stamped(day, `# ${day}\n\n## Entry\n${entry}\n`);

describe('an overdue task', () => {
  it('is an open one whose day has passed, in the vault or a project', async () => {
    const found = await findingsIn({
      'tasks.md':
        '# Call Anna\nstatus: to-do\ndeadline: 2025-07-13\n\n# Later\nstatus: paused\ndeadline: 2025-07-01\n',
      'projects/x/tasks.md':
        '# Relancer les producteurs sans photo\nstatus: à-faire\ndeadline: 2025-07-13\n\n# Today\nstatus: to-do\ndeadline: 2025-07-14\n\n# Over\nstatus: done\ndeadline: 2025-07-01\n',
    });
    expect(placesOf(found).sort()).toEqual(['vault/projects/x/tasks.md:1', 'vault/tasks.md:1']);
    expect(found.map(({ kind }) => kind)).toEqual(['overdue', 'overdue']);
    expect(found.flatMap(({ command }) => command ?? []).sort()).toEqual([
      "rappel update --kind done 'Call Anna'",
      "rappel update --kind done 'Relancer les producteurs sans photo'",
    ]);
  });
});

describe('a broken link', () => {
  it('names the only file that it can mean, wherever that is now', async () => {
    const found = await findingsIn({
      'notes/a.md': 'See [the plan](plan-b.md) and [[Plan B]].\nAnd ![a picture](lost.png).\n',
      'projects/x/bucket/plan-b.md': 'The plan.\n',
    });
    expect(found.map(({ says, fixable }) => [says, fixable])).toEqual([
      ['"plan-b.md" leads to no file; the only one of that name is vault/projects/x/bucket/plan-b.md.', true],
      ['"Plan B" leads to no file; the only one of that name is vault/projects/x/bucket/plan-b.md.', true],
      ['"lost.png" leads to no image. Create it, or correct the link.', false],
    ]);
  });

  it('is one finding however many notes have it', async () => {
    const files = Object.fromEntries(
      ['a', 'b', 'c'].map((name) => [`notes/${name}.md`, 'See [[Nobody]].\n']),
    );
    expect(await findingsIn(files)).toMatchObject([{ kind: 'link', places: [{}, {}, {}] }]);
  });

  it.each([
    'See [x](https://example.org/a.md), [y](../../outside.md), [z](word) and [h](#heading).',
    '`[[code]]` and [[{{title}}]] and x[[1, 2]] and x[["id"]] and [[2025-07-01]].',
    'Every project has vault/projects/*/state.md and vault/projects/….',
  ])('is not: %s', async (text) => {
    expect(await findingsIn({ 'notes/a.md': `${text}\n` })).toEqual([]);
  });

  it('is no finding in a changelog, which tells what was there then', async () => {
    const files = { 'changelog.md': LOG('2025-07-01', 'Filed in vault/bucket/gone.md.') };
    expect(await findingsIn(files)).toEqual([]);
  });
});

describe('a duplicate', () => {
  const TEXT = 'The same forty characters and some more, twice.\n';

  it('is the same text in two files whatever their stamps are; the one that is linked to stays', async () => {
    const found = await findingsIn({
      'bucket/a.md': stamped('2025-01-01', TEXT),
      'bucket/b.md': stamped('2025-02-02', TEXT),
      'notes/n.md': 'See [[b]].\n',
    });
    expect(found).toMatchObject([
      {
        kind: 'duplicate',
        fixable: true,
        places: [{ path: 'vault/bucket/a.md' }, { path: 'vault/bucket/b.md' }],
      },
    ]);
  });

  it('is the same picture', async () => {
    const picture = Buffer.alloc(2_000, 7);
    expect(await findingsIn({ 'bucket/a.png': picture, 'bucket/b.png': Buffer.from(picture) })).toHaveLength(
      1,
    );
    expect(await findingsIn({ 'bucket/a.png': picture, 'bucket/b.png': Buffer.alloc(2_000, 8) })).toEqual([]);
  });

  it('is not a link to the same file, a short text, or a file that every project has', async () => {
    const made = examined({ 'bucket/a.md': TEXT, 'bucket/c.md': 'Short.\n', 'bucket/d.md': 'Short.\n' });
    linkSync(join(made.root, 'bucket/a.md'), join(made.root, 'bucket/hard.md'));
    symlinkSync(join(made.root, 'bucket/a.md'), join(made.root, 'bucket/soft.md'));
    for (const name of ['x', 'y']) made.put(`projects/${name}/description.md`, TEXT);
    expect(await made.find()).toEqual([]);
  });
});

describe('a secret', () => {
  it('is named by its kind and place, and never shown', async () => {
    const found = await findingsIn({ 'bucket/a.md': 'Router\npassword: hunter2secret9\n' });
    expect(found).toMatchObject([{ kind: 'secret', command: 'rappel purge vault/bucket/a.md' }]);
    expect(placesOf(found)).toEqual(['vault/bucket/a.md:2']);
    expect(JSON.stringify(found)).not.toContain('hunter2');
  });

  it('is not a word about one, a placeholder, or an id', async () => {
    const note = [
      'The password is in the safe, and the token is explained in the manual.',
      'password: <your password>',
      'api_key = "YOUR_API_KEY"',
      'Commit 3f9a2c1d5e7b8a90c1d2e3f4a5b6c7d8e9f0a1b2, invoice 4111-22.',
    ].join('\n');
    expect(await findingsIn({ 'bucket/keys.md': note })).toEqual([]);
  });

  it('has no command in a file that cannot be purged', async () => {
    expect(await findingsIn({ 'profile.md': 'password: hunter2secret9\n' })).toMatchObject([
      { command: null },
    ]);
  });
});

describe('the id of a finding', () => {
  it('stays while its lines do, wherever they move, and changes with them', async () => {
    const made = examined({ 'tasks.md': '# Call Anna\nstatus: to-do\ndeadline: 2025-07-13\n' });
    const [before] = await made.find();
    made.put('tasks.md', '# New\nstatus: to-do\n\n# Call Anna\nstatus: in progress\ndeadline: 2025-07-13\n');
    const [moved] = await made.find();
    expect([moved!.id, moved!.places[0]!.line]).toEqual([before!.id, 4]);
    made.put('tasks.md', '# Call Anna\nstatus: to-do\ndeadline: 2025-07-12\n');
    expect((await made.find())[0]!.id).not.toBe(before!.id);
  });
});

describe('hostile files', () => {
  it('are examined in a moment, and their findings are few', async () => {
    const many = Array.from({ length: 20_000 }, (_, at) => `[[note ${at}]]`);
    const found = await findingsIn({
      'bucket/line.md': 'word is '.repeat(200_000),
      'bucket/links.md': many.join('\n'),
      'state.md': 'Launch: 14 July\n'.repeat(50_000),
      'tasks.md': '# t\nstatus: open\n',
      'bucket/boxes.md': '- [ ] x\n'.repeat(50_000),
      'bucket/binary.md': Buffer.from([0, 255, 254, 0]),
    });
    expect(found.length).toBeLessThan(60);
    expect(JSON.stringify(found).length).toBeLessThan(60_000);
  });
});
