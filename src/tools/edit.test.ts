import { describe, expect, it } from 'vitest';
import { tempVault } from '../../test/support/temp-vault.js';

const HEAD =
  '---\ncreated: 2025-01-10T10:00:00\nupdated: 2025-07-01T08:00:00\ntokens: 1\ntitre: "Été" # gardé\n---\n';

/** A vault with one file that has been read, and the edit of it. */
async function opened(content: string, path = 'a.txt') {
  const vault = tempVault({ [path]: content });
  await vault.call('read', { paths: path });
  return {
    vault,
    edit: (old_content: string, new_content: string) =>
      vault.text('edit', { path, old_content, new_content }),
    error: (old_content: string, new_content: string) =>
      vault.error('edit', { path, old_content, new_content }),
    text: () => vault.get(path),
  };
}

describe('edit of numbered lines', () => {
  it('replaces the lines at those numbers', async () => {
    const file = await opened('un\ndeux\ntrois\n');
    expect(await file.edit('2  | deux', '2  | DEUX\n3  | deux et demi')).toBe(
      'edited vault/a.txt\n--- vault/a.txt\n+++ vault/a.txt\n@@ -1,3 +1,4 @@\n un\n-deux\n+DEUX\n+deux et demi\n trois',
    );
    expect(file.text()).toBe('un\nDEUX\ndeux et demi\ntrois\n');
  });

  it('means one of several equal lines by its number', async () => {
    const file = await opened('x\nx\nx\n');
    await file.edit('2  | x', 'y');
    expect(file.text()).toBe('x\ny\nx\n');
  });

  it('takes new content without numbers as it is, and with some numbers too', async () => {
    const file = await opened('un\ndeux\n');
    await file.edit('1  | un', '1  | UN\nsans numéro');
    expect(file.text()).toBe('1  | UN\nsans numéro\ndeux\n');
  });

  it('drops fence lines around the old content', async () => {
    const file = await opened('un\ndeux\n');
    await file.edit('```vault/a.txt (lines 2-2)\n2  | deux\n```\n', '```\n2  | DEUX\n```');
    expect(file.text()).toBe('un\nDEUX\n');
  });

  it('knows numbers padded to three digits', async () => {
    const file = await opened('un\ndeux\n');
    await file.edit('1   | un\n2   | deux', 'tout');
    expect(file.text()).toBe('tout\n');
  });

  it('matches empty lines', async () => {
    const file = await opened('un\n\ndeux\n');
    await file.edit('2  |\n3  | deux', '2  |\n3  | DEUX');
    expect(file.text()).toBe('un\n\nDEUX\n');
  });

  it('removes lines with their ends where the new content is empty', async () => {
    const file = await opened('un\ndeux\ntrois\n');
    await file.edit('2  | deux\n', '');
    expect(file.text()).toBe('un\ntrois\n');
  });

  it('ignores one trailing line end of either argument', async () => {
    const file = await opened('un\ndeux\n');
    await file.edit('1  | un\n', 'UN\n');
    expect(file.text()).toBe('UN\ndeux\n');
  });

  it('applies to lines that moved, if they are there once, and says so', async () => {
    const file = await opened('zéro\nun\ndeux\n');
    expect(await file.edit('1  | un\n2  | deux', 'UN\nDEUX')).toMatch(
      /^edited vault\/a\.txt \(moved from line 1 to 2\)\n---/,
    );
    expect(file.text()).toBe('zéro\nUN\nDEUX\n');
  });

  it('refuses lines that are nowhere, or elsewhere several times', async () => {
    const file = await opened('zéro\nun\nun\n');
    expect(await file.error('1  | rien', 'x')).toMatchObject({ code: 'no_match', path: 'vault/a.txt' });
    expect(await file.error('1  | un', 'x')).toMatchObject({
      code: 'several_matches',
      message: 'old_content occurs 2 times, at lines 2, 3',
    });
    expect(file.text()).toBe('zéro\nun\nun\n');
  });

  it('takes numbers that do not follow each other, or a bar without its space, as literal text', async () => {
    for (const old of ['1  | un\n3  | deux', '1  |un']) {
      const file = await opened('un\ndeux\n');
      expect((await file.error(old, 'x')).message).toBe('old_content does not occur in the file');
    }
    const table = await opened('1 | un\n2 | deux\n');
    await table.edit('1 | un', '1 | UN');
    expect(table.text()).toBe('1 | UN\n2 | deux\n');
  });

  it('forgives numbers that are not padded, in the old content where it is not literal text, and in the new', async () => {
    const file = await opened('un\ndeux\n');
    await file.edit('1 | un\n2 | deux', '1 | UN\n2 | DEUX');
    expect(file.text()).toBe('UN\nDEUX\n');
    await file.edit('1  | UN', '1 | un');
    expect(file.text()).toBe('un\nDEUX\n');
  });

  it('keeps \\r\\n, a byte order mark and a missing final line end', async () => {
    const file = await opened('\uFEFFun\r\ndeux\r\ntrois');
    await file.edit('1  | un\n2  | deux\n3  | trois', '1  | UN\n2  | deux\n3  | et\n4  | TROIS');
    expect(file.text()).toBe('\uFEFFUN\r\ndeux\r\net\r\nTROIS');
  });
});

describe('edit of literal text', () => {
  it('replaces an exact passage, also inside a line', async () => {
    const file = await opened('status: à-faire | prio: haute\n');
    expect(await file.edit('à-faire', 'en-cours')).toBe(
      'edited vault/a.txt\n--- vault/a.txt\n+++ vault/a.txt\n@@ -1 +1 @@\n-status: à-faire | prio: haute\n+status: en-cours | prio: haute',
    );
    expect(file.text()).toBe('status: en-cours | prio: haute\n');
  });

  it('lets \\n match \\r\\n and writes the line end of the file', async () => {
    const file = await opened('un\r\ndeux\r\ntrois\r\n');
    await file.edit('un\ndeux', 'UN\nDEUX\nplus');
    expect(file.text()).toBe('UN\r\nDEUX\r\nplus\r\ntrois\r\n');
    await file.edit('\nplus\n', '\n');
    expect(file.text()).toBe('UN\r\nDEUX\r\ntrois\r\n');
  });

  it('lists the lines of several matches, overlapping ones included', async () => {
    const file = await opened('aaa\nb\naa\n');
    expect(await file.error('aa', 'x')).toMatchObject({
      code: 'several_matches',
      message: 'old_content occurs 3 times, at lines 1, 3',
    });
  });

  it('does not treat the new content as a pattern', async () => {
    const file = await opened('prix\n');
    await file.edit('prix', "$& $1 $' $$");
    expect(file.text()).toBe("$& $1 $' $$\n");
  });

  it('removes a passage', async () => {
    const file = await opened('un deux trois');
    await file.edit(' deux', '');
    expect(file.text()).toBe('un trois');
  });

  it('refuses empty and missing text', async () => {
    const file = await opened('un\n');
    expect(await file.error('', 'x')).toMatchObject({ code: 'invalid_input' });
    expect(await file.error('UN', 'x')).toMatchObject({ code: 'no_match', path: 'vault/a.txt' });
  });

  it('writes nothing where old and new are equal', async () => {
    const file = await opened('un\n', 'a.md');
    expect(await file.edit('un', 'un')).toBe('unchanged vault/a.md');
    expect(file.text()).toBe('un\n');
  });
});

describe('edit and the frontmatter', () => {
  it('stamps the file and keeps every foreign byte', async () => {
    const file = await opened(`${HEAD}\nun\n`, 'a.md');
    expect(await file.edit('un', 'une phrase')).toBe(
      'edited vault/a.md\n--- vault/a.md\n+++ vault/a.md\n@@ -6,3 +6,3 @@\n ---\n \n-un\n+une phrase',
    );
    expect(file.text()).toBe(
      '---\ncreated: 2025-01-10T10:00:00\nupdated: 2025-07-14T18:30:00\ntokens: 3\ntitre: "Été" # gardé\n---\n\nune phrase\n',
    );
  });

  it('shows the frontmatter that a bare file gets', async () => {
    const file = await opened('un\n', 'a.md');
    const text = await file.edit('un', 'deux');
    expect(text).toContain('+tokens: 2\n+---\n+\n');
    expect(file.text()).toMatch(/^---\ncreated: .*\nupdated: 2025-07-14T18:30:00\ntokens: 2\n---\n\ndeux\n$/);
  });

  it("edits the user's own keys, and refuses the three stamped ones", async () => {
    const file = await opened(`${HEAD}\nun\n`, 'a.md');
    await file.edit('titre: "Été"', 'titre: Hiver');
    for (const [old, next] of [
      ['created: 2025-01-10T10:00:00', 'created: 1999-01-01T00:00:00'],
      ['tokens: 1', 'tokens: 7'],
      [/updated: .*/.exec(file.text())![0], ''],
      ['---\ncreated', 'created'],
    ]) {
      expect(await file.error(old!, next!)).toMatchObject({ code: 'protected', path: 'vault/a.md' });
    }
    expect(file.text()).toContain('titre: Hiver # gardé');
  });
});

describe('edit and the session', () => {
  it('refuses a file that was not read', async () => {
    const vault = tempVault({ 'a.md': 'un\n' });
    expect(await vault.error('edit', { path: 'a.md', old_content: 'un', new_content: 'x' })).toMatchObject({
      code: 'not_read',
      message: 'has not been read in this session, read it first',
    });
  });

  it('counts a partial read and a folded one', async () => {
    for (const view of [{ head: 1 }, { folded: true }]) {
      const vault = tempVault({ 'a.txt': 'un\n' });
      await vault.call('read', { paths: 'a.txt', ...view });
      await vault.call('edit', { path: 'a.txt', old_content: 'un', new_content: 'deux' });
      expect(vault.get('a.txt')).toBe('deux\n');
    }
  });

  it('refuses a file that changed since it was read', async () => {
    const file = await opened('un\n');
    file.vault.put('a.txt', 'un\nailleurs\n');
    expect(await file.error('un', 'x')).toMatchObject({
      code: 'stale',
      message: 'changed since it was read, read it again',
    });
    expect(file.text()).toBe('un\nailleurs\n');
  });

  it('does not mind that only the three fields changed', async () => {
    const file = await opened(`${HEAD}\nun\n`, 'a.md');
    file.vault.put('a.md', `${HEAD.replace('tokens: 1', 'tokens: 99').replace('07-01', '07-02')}\nun\n`);
    await file.edit('un', 'deux');
    expect(file.text()).toContain('\n\ndeux\n');
  });

  it("counts the session's own writes as read", async () => {
    const vault = tempVault({ 'b.md': 'b\n' });
    await vault.call('write', { path: 'a.md', content: 'un\n' });
    await vault.call('edit', { path: 'a.md', old_content: 'un', new_content: 'deux' });
    await vault.call('append', { path: 'a.md', content: 'trois' });
    await vault.call('edit', { path: 'a.md', old_content: 'trois', new_content: 'quatre' });
    await vault.call('move', { from: 'a.md', to: 'sous/c.md' });
    await vault.call('edit', { path: 'sous/c.md', old_content: 'quatre', new_content: 'cinq' });
    expect(vault.get('sous/c.md')).toMatch(/\n\ndeux\n\ncinq\n$/);
  });

  it('still refuses after its own append where the file had changed unseen before', async () => {
    const file = await opened('un\n');
    file.vault.put('a.txt', 'un\nailleurs\n');
    await file.vault.call('append', { path: 'a.txt', content: 'fin' });
    expect(await file.error('un', 'x')).toMatchObject({ code: 'stale' });
  });

  it('refuses folders, images, missing files and tree.md', async () => {
    const vault = tempVault({ 'bucket/a.md': 'a', 'tree.md': 'x' });
    const error = (path: string) => vault.error('edit', { path, old_content: 'a', new_content: 'b' });
    expect(await error('bucket')).toMatchObject({ code: 'not_text' });
    expect(await error('x.png')).toMatchObject({ code: 'not_text' });
    expect(await error('rien.md')).toMatchObject({ code: 'not_found' });
    expect(await error('tree.md')).toMatchObject({ code: 'protected' });
  });
});
