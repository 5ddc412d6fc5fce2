import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gif, jpeg, png, webp } from '../../test/support/images.js';
import { tempVault } from '../../test/support/temp-vault.js';

const STATE = `---
created: 2025-07-14T16:42:00
updated: 2025-07-14T18:30:00
tokens: 380
---

## Statut global
actif

## Focus actuel
Intégration du module de paiement
`;

const TASKS = `---
created: 2025-07-14T10:00:00
updated: 2025-07-14T18:00:00
tokens: 290
---

# Valider les maquettes avec Marie
status: à-faire | prio: haute | ajoutée: 2025-07-14 | projet: startup-x
`;

const STATE_BLOCK = `\`\`\`vault/projects/startup-x/state.md
1  | ---
2  | created: 2025-07-14T16:42:00
3  | updated: 2025-07-14T18:30:00
4  | tokens: 380
5  | ---
6  |
7  | ## Statut global
8  | actif
9  |
10 | ## Focus actuel
11 | Intégration du module de paiement
\`\`\``;

const TASKS_BLOCK = `\`\`\`vault/projects/startup-x/tasks.md
1  | ---
2  | created: 2025-07-14T10:00:00
3  | updated: 2025-07-14T18:00:00
4  | tokens: 290
5  | ---
6  |
7  | # Valider les maquettes avec Marie
8  | status: à-faire | prio: haute | ajoutée: 2025-07-14 | projet: startup-x
\`\`\``;

const project = () =>
  tempVault({
    'projects/startup-x/state.md': STATE,
    'projects/startup-x/tasks.md': TASKS,
    'projects/startup-x/bucket/mail.md': 'un mail\n',
    'projects/appart-search/state.md': '## Statut global\nen pause\n',
  });

describe('read shows files', () => {
  it('shows one file as in the specification', async () => {
    expect(await project().text('read', { paths: 'vault/projects/startup-x/state.md' })).toBe(STATE_BLOCK);
  });

  it('takes paths with and without vault/, with ./ and with a trailing slash', async () => {
    const vault = project();
    for (const paths of [
      'projects/startup-x/state.md',
      './projects/startup-x/state.md',
      'vault/projects/startup-x/state.md/',
    ]) {
      expect(await vault.text('read', { paths })).toBe(STATE_BLOCK);
    }
  });

  it('separates several files by one empty line', async () => {
    const text = await project().text('read', {
      paths: ['projects/startup-x/state.md', 'projects/startup-x/tasks.md'],
    });
    expect(text).toBe(`${STATE_BLOCK}\n\n${TASKS_BLOCK}`);
  });

  it('reads the direct files of a folder by name, and not its folders', async () => {
    expect(await project().text('read', { paths: 'vault/projects/startup-x/' })).toBe(
      `${STATE_BLOCK}\n\n${TASKS_BLOCK}`,
    );
  });

  it('takes files and folders in one list, and shows a path given twice twice', async () => {
    const bucket = '```vault/projects/startup-x/bucket/mail.md\n1  | un mail\n```';
    const text = await project().text('read', {
      paths: ['projects/startup-x/bucket/', 'projects/startup-x/state.md', 'projects/startup-x/bucket'],
    });
    expect(text).toBe(`${bucket}\n\n${STATE_BLOCK}\n\n${bucket}`);
  });

  it('tries a path that does not exist as a glob', async () => {
    const text = await project().text('read', { paths: 'projects/*/state.md' });
    expect(text).toBe(
      `\`\`\`vault/projects/appart-search/state.md\n1  | ## Statut global\n2  | en pause\n\`\`\`\n\n${STATE_BLOCK}`,
    );
  });

  it('takes a path that exists literally, wildcards or not', async () => {
    const vault = tempVault({ 'bucket/[a].md': 'brackets\n', 'bucket/a.md': 'plain\n' });
    expect(await vault.text('read', { paths: 'bucket/[a].md' })).toBe(
      '```vault/bucket/[a].md\n1  | brackets\n```',
    );
  });

  it('reads folders where a glob matches no file', async () => {
    expect(await project().text('read', { paths: 'projects/*up-x' })).toBe(
      `${STATE_BLOCK}\n\n${TASKS_BLOCK}`,
    );
  });

  it('shows an empty file as a header and a closing fence', async () => {
    expect(await tempVault({ 'a.md': '' }).text('read', { paths: 'a.md' })).toBe('```vault/a.md\n```');
  });

  it('shows a file of frontmatter alone as its frontmatter', async () => {
    const text = await tempVault({ 'a.md': '---\ntokens: 0\n---\n' }).text('read', { paths: 'a.md' });
    expect(text).toBe('```vault/a.md\n1  | ---\n2  | tokens: 0\n3  | ---\n```');
  });

  it('shows an empty folder as its path and a closing fence', async () => {
    const vault = tempVault();
    mkdirSync(join(vault.root, 'bucket'));
    mkdirSync(join(vault.root, 'inbox/question'), { recursive: true });
    expect(await vault.text('read', { paths: ['vault/bucket', 'inbox/'] })).toBe(
      '```vault/bucket/\n```\n\n```vault/inbox/\n```',
    );
  });

  it('leaves out hidden files and folders', async () => {
    const vault = tempVault({ 'bucket/.secret.md': 'x', 'bucket/a.md': 'a' });
    expect(await vault.text('read', { paths: 'bucket' })).toBe('```vault/bucket/a.md\n1  | a\n```');
  });

  it('fences a path that holds a backtick with tildes', async () => {
    const vault = tempVault({ 'bucket/a`b.md': 'x\n' });
    expect(await vault.text('read', { paths: 'bucket/a`b.md' })).toBe('~~~vault/bucket/a`b.md\n1  | x\n~~~');
  });

  it('ends lines at \\n and \\r\\n only, and shows neither \\r nor a byte order mark', async () => {
    const vault = tempVault({ 'a.md': '\uFEFFun\r\ndeux\u2028trois\n\r\n\u000Bquatre' });
    expect(await vault.text('read', { paths: 'a.md' })).toBe(
      '```vault/a.md\n1  | un\n2  | deux\u2028trois\n3  |\n4  | \u000Bquatre\n```',
    );
  });

  it('pads numbers to the width of the last one shown', async () => {
    const vault = tempVault({ 'a.txt': 'x\n'.repeat(100) });
    const lines = (await vault.text('read', { paths: 'a.txt' })).split('\n');
    expect([lines[1], lines[99], lines[100]]).toEqual(['1   | x', '99  | x', '100 | x']);
  });
});

describe('read of a part', () => {
  const ten = () => tempVault({ 'a.md': 'abc\n'.repeat(10) });

  it('gives whole lines from the start that fit into N × 4 characters, line ends counted', async () => {
    expect(await ten().text('read', { paths: 'a.md', head: 2 })).toBe(
      '```vault/a.md (lines 1-2)\n1  | abc\n2  | abc\n```',
    );
  });

  it('gives whole lines from the end with their own numbers', async () => {
    expect(await ten().text('read', { paths: 'a.md', tail: 2 })).toBe(
      '```vault/a.md (lines 9-10)\n9  | abc\n10 | abc\n```',
    );
  });

  it('counts a line end as one character, also where it is \\r\\n or missing', async () => {
    const vault = tempVault({ 'crlf.md': 'abc\r\n'.repeat(3), 'open.md': 'abcdefg' });
    expect(await vault.text('read', { paths: 'crlf.md', head: 2 })).toContain('(lines 1-2)');
    expect(await vault.text('read', { paths: 'open.md', head: 2 })).toBe(
      '```vault/open.md\n1  | abcdefg\n```',
    );
    expect(await vault.text('read', { paths: 'open.md', head: 1 })).toBe(
      '```vault/open.md (no line fits)\n```',
    );
  });

  it('carries no range where everything fits', async () => {
    const vault = ten();
    const whole = await vault.text('read', { paths: 'a.md' });
    expect(await vault.text('read', { paths: 'a.md', head: 10 })).toBe(whole);
    expect(await vault.text('read', { paths: 'a.md', tail: 9999 })).toBe(whole);
  });

  it('applies to each file by itself', async () => {
    const vault = tempVault({ 'b/1.md': 'abc\nabc\n', 'b/2.md': 'xyz\nxyz\n' });
    expect(await vault.text('read', { paths: 'b', head: 1 })).toBe(
      '```vault/b/1.md (lines 1-1)\n1  | abc\n```\n\n```vault/b/2.md (lines 1-1)\n1  | xyz\n```',
    );
  });

  it.each([
    [{ head: 1, tail: 1 }, 'head: got 1 together with tail 1, expected one of the two'],
    [{ head: 0 }, 'head: got 0, expected a positive integer or null'],
    [{ tail: 0 }, 'tail: got 0, expected a positive integer or null'],
    [{ head: -5 }, 'head: got -5, expected a positive integer or null'],
    [{ tail: 1.5 }, 'tail: got 1.5, expected a positive integer or null'],
    [{ head: '500' }, 'head: got "500", expected a positive integer or null'],
    [{ folded: true, head: 5 }, 'folded: got true together with head, expected one of the two'],
    [{ folded: 'yes' }, 'folded: got "yes", expected true or false'],
    [{ lines: '1-2' }, 'unknown parameter lines; expected paths, head, tail, folded'],
  ])('refuses %j', async (view, message) => {
    expect(await ten().error('read', { paths: 'a.md', ...view })).toMatchObject({
      code: 'invalid_input',
      message,
    });
  });

  it.each(['vault/a.md (lines 1-1, 9-10)', 'a.md:1,9-10', 'a.md:1-1,9-10'])(
    'reads the ranges of %s, as an answer names them',
    async (paths) => {
      const lines = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`);
      expect(await tempVault({ 'a.md': lines.join('\n') }).text('read', { paths })).toBe(
        '```vault/a.md (lines 1-1, 9-10)\n1  | line 1\n...  (lines 2-8)\n9  | line 9\n10 | line 10\n```',
      );
    },
  );

  it('refuses ranges that overlap or are past the end', async () => {
    const vault = tempVault({ 'a.md': 'a\nb\nc\n' });
    expect((await vault.error('read', { paths: 'a.md:2-3,1' })).message).toContain('got the range "2-3,1"');
    expect((await vault.error('read', { paths: 'a.md:1,9' })).message).toContain('line 9 is past the end');
  });

  it('takes null as omitted', async () => {
    const vault = ten();
    const input = { paths: 'a.md', head: null, tail: null, folded: null };
    expect(await vault.text('read', input)).toBe(await vault.text('read', { paths: 'a.md' }));
  });
});

describe('read of what is wrong', () => {
  it('puts an error line in place of a missing file and goes on', async () => {
    const text = await project().text('read', { paths: ['projects/startup-x/state.md', 'bucket/rien.md'] });
    expect(text).toBe(`${STATE_BLOCK}\n\n[error] vault/bucket/rien.md: no such file or folder`);
  });

  it('reports the items that failed beside the text', async () => {
    const { errors } = await project().call('read', { paths: ['projects/startup-x/state.md', 'rien.md'] });
    expect(errors).toMatchObject([
      { path: 'vault/rien.md', code: 'not_found', message: 'no such file or folder' },
    ]);
  });

  it('fails where every item fails, its message those lines', async () => {
    const error = await project().error('read', { paths: ['x.md', '../y.md'] });
    expect(error.code).toBe('not_found');
    expect(error.message).toBe(
      '[error] vault/x.md: no such file or folder\n[error] ../y.md: leads outside the vault',
    );
  });

  it('names the one file that ends in a path whose first folders were forgotten', async () => {
    const error = await project().error('read', { paths: 'appart-search/state.md' });
    expect(error.message).toContain('; did you mean vault/projects/appart-search/state.md?');
  });

  it('names a near file', async () => {
    const error = await project().error('read', { paths: 'projects/startup-x/stat.md' });
    expect(error.message).toBe(
      '[error] vault/projects/startup-x/stat.md: no such file or folder; did you mean vault/projects/startup-x/state.md?',
    );
  });

  it.each([
    [[], 'paths: got [], expected a path or a list of paths'],
    [undefined, 'paths: missing, expected a path or a list of paths'],
    [7, 'paths: got 7, expected a path or a list of paths'],
    [[7], 'paths: got [7], expected a path or a list of paths'],
  ])('refuses %j as paths', async (paths, message) => {
    const error = await project().error('read', { paths });
    expect(error.code).toBe('invalid_input');
    expect(error.message).toContain(message);
  });

  it('says of binary files and of text that is not UTF-8 that they are no text', async () => {
    const vault = tempVault({
      'b/nul.md': Buffer.from('a\0b'),
      'b/latin.txt': Buffer.from('caf\xe9', 'latin1'),
      'b/ok.txt': 'café',
    });
    expect(await vault.text('read', { paths: 'b' })).toBe(
      '[error] vault/b/latin.txt: not a text file\n\n[error] vault/b/nul.md: not a text file\n\n```vault/b/ok.txt\n1  | café\n```',
    );
  });
});

describe('read of images', () => {
  it.each([
    ['x.png', png(1200, 800), 'image/png', '1200×800'],
    ['x.jpg', jpeg(640, 480), 'image/jpeg', '640×480'],
    ['x.JPEG', jpeg(30, 20), 'image/jpeg', '30×20'],
    ['x.gif', gif(16, 9), 'image/gif', '16×9'],
    ['x.webp', webp(300, 200), 'image/webp', '300×200'],
  ])('gives %s to the model and a line in the text', async (name, bytes, media_type, size) => {
    const result = await tempVault({ [name]: bytes }).call('read', { paths: name, head: 1 });
    expect(result.text).toBe(`[image] vault/${name} (${media_type}, ${size})`);
    expect(result.images).toEqual([{ path: `vault/${name}`, media_type, bytes }]);
  });

  it('lets the content decide over the name', async () => {
    const vault = tempVault({ 'a.png': jpeg(8, 8), 'b.png': 'not an image', 'c.md': png(4, 4) });
    expect(await vault.text('read', { paths: ['a.png', 'b.png', 'c.md'] })).toBe(
      '[image] vault/a.png (image/jpeg, 8×8)\n\n[error] vault/b.png: not an image, despite its name\n\n[error] vault/c.md: not a text file',
    );
  });

  it('mixes text and images in one call, in order', async () => {
    const vault = tempVault({ 'bucket/a.md': 'a\n', 'bucket/b.png': png(2, 3), 'bucket/c.md': 'c\n' });
    const { text, images } = await vault.call('read', { paths: 'vault/bucket/' });
    expect(text).toBe(
      '```vault/bucket/a.md\n1  | a\n```\n\n[image] vault/bucket/b.png (image/png, 2×3)\n\n```vault/bucket/c.md\n1  | c\n```',
    );
    expect(images).toHaveLength(1);
  });
});

describe('read folded', () => {
  it('shows frontmatter, H1 and H2, and the hidden ranges', async () => {
    const vault = tempVault({
      'changelog.md': `---
created: 2025-01-10T10:00:00
tokens: 1
---

# 2025-07-14

## [décision] Abandon de l'API externe
Le prestataire ne peut pas livrer avant juin.

### Détail
Impact.

## Specs reçues
\`\`\`sh
# pas un titre
\`\`\`

# 2025-07-11
fin
`,
    });
    expect(await vault.text('read', { paths: 'changelog.md', folded: true })).toBe(`\`\`\`vault/changelog.md
1  | ---
2  | created: 2025-01-10T10:00:00
3  | tokens: 1
4  | ---
6  | # 2025-07-14
8  | ## [décision] Abandon de l'API externe
...  (lines 9-13)
14 | ## Specs reçues
...  (lines 15-18)
19 | # 2025-07-11
...  (lines 20-20)
\`\`\``);
  });

  it('hides what stands before the first heading, and everything where there is none', async () => {
    const vault = tempVault({ 'a.md': 'intro\n\n# Un\n', 'b.md': 'un\ndeux\n', 'c.md': '\n\n' });
    expect(await vault.text('read', { paths: ['a.md', 'b.md', 'c.md'], folded: true })).toBe(
      '```vault/a.md\n...  (lines 1-2)\n3  | # Un\n```\n\n```vault/b.md\n...  (lines 1-2)\n```\n\n```vault/c.md\n```',
    );
  });
});

describe('a range of lines', () => {
  const files = { 'a.md': 'un\ndeux\ntrois\n', 'b (lines 1-2)': 'literal\n', 'i.png': png(2, 2) };
  it('shows these lines with their numbers, and ends with the file', async () => {
    const vault = tempVault(files);
    expect(await vault.text('read', { paths: ['a.md (lines 2-2)', '*.md (lines 3-9)'] })).toBe(
      '```vault/a.md (lines 2-2)\n2  | deux\n```\n\n```vault/a.md (lines 3-3)\n3  | trois\n```',
    );
    expect(await vault.text('read', { paths: 'a.md (lines 1-3)' })).toBe(
      '```vault/a.md\n1  | un\n2  | deux\n3  | trois\n```',
    );
    expect(await vault.text('read', { paths: 'b (lines 1-2)' })).toContain('1  | literal');
  });

  it('is taken as results name it, with one line or several', async () => {
    const vault = tempVault({ ...files, 'note:2': 'literal\n' });
    expect(await vault.text('read', { paths: ['vault/a.md:2-9', 'a.md:1', 'note:2'] })).toBe(
      '```vault/a.md (lines 2-3)\n2  | deux\n3  | trois\n```\n\n```vault/a.md (lines 1-1)\n1  | un\n```\n\n```vault/note:2\n1  | literal\n```',
    );
  });

  it.each([
    ['a.md (lines 4-5)', {}, 'bad_range', 'line 4 is past the end: the file has 3 lines'],
    ['a.md:4', {}, 'bad_range', 'line 4 is past the end: the file has 3 lines'],
    ['a.md:3-2', {}, 'bad_range', 'expected the form "9-14"'],
    ['a.md (lines 3-2)', {}, 'bad_range', 'expected the form "9-14"'],
    ['a.md (lines 1-2)', { head: 1 }, 'invalid_input', 'together with head, tail or folded'],
    ['no.md (lines 1-2)', {}, 'not_found', 'vault/no.md: no such file'],
  ])('is refused: %s', async (paths, view, code, message) => {
    const error = await tempVault(files).error('read', { paths, ...view });
    expect(error.code).toBe(code);
    expect(error.message).toContain(message);
  });
});
