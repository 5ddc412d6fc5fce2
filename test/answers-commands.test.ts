import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rappel } from './support/rappel.js';
import { tempFolder, tempVault } from './support/temp-vault.js';

const BOILER = 'bucket/boiler.md';

/** A vault of two notes, and the commands on it. */
async function vault(language = 'en') {
  const { root } = tempVault();
  const env = { XDG_CACHE_HOME: tempFolder(), XDG_CONFIG_HOME: tempFolder(), RAPPEL_LANGUAGE: language };
  const run = (...words: string[]) => rappel([...words, '--vault', root], { env });
  await run('write', BOILER, '# Boiler\n\nLeroy replaced the boiler valve.');
  await run('write', 'bucket/lease.md', '# Lease\n\nThe lease of the harbour flat ends in March.');
  return { run, file: join(root, BOILER) };
}

const ASK = ['search', 'who replaced the boiler valve?'] as const;

describe('the commands about answers', () => {
  it('explain, replay, keep and check one from the command line', async () => {
    const { run, file } = await vault();
    expect((await run('check')).out).toMatch(/^No question is kept\. After a good answer: rappel keep last/);
    const { id } = JSON.parse((await run(...ASK, '--json')).out);
    const explained = await run('explain', 'last');
    expect(explained.out).toMatch(/^who replaced the boiler valve\?\nasked .* \(answer \w+\)\n/);
    expect(explained.out).toMatch(
      /\n1\. vault\/bucket\/boiler\.md:\d+-\d+\n {3}holds "replaced", "boiler", "valve"\n/,
    );
    expect((await run('explain')).out).toContain(id);
    expect(await run('replay', id)).toMatchObject({ code: 0, out: expect.stringContaining('Same: ') });
    expect((await run('keep', id)).out).toContain(id);
    expect(await run('check')).toMatchObject({ code: 0, out: expect.stringMatching(/^found #1 {2}who/) });
    expect((await run('eval')).out).toMatch(/^1 kept question\n/);

    writeFileSync(file, '# Boiler\n\nNothing is known of it.\n');
    const changed = await run('replay', id);
    expect(changed).toMatchObject({ code: 1, out: expect.stringContaining('Changed (') });
    const checked = await run('check');
    expect(checked).toMatchObject({ code: 1, out: expect.stringMatching(/^lost {2}who/) });
    expect(checked.out).toContain('1 of 1 kept questions lost their lines.');
    expect((await run('keep', id, '--remove')).out).toMatch(/^No question is kept/);
  }, 120_000);

  it('are used wrongly without an answer', async () => {
    const { run } = await vault();
    expect(await run('replay')).toMatchObject({ code: 2 });
    expect(await run('keep', '--remove')).toMatchObject({ code: 2 });
    expect(await run('explain', 'none')).toMatchObject({
      code: 1,
      err: expect.stringContaining('there is no answer "none"'),
    });
  }, 60_000);

  it('speak French', async () => {
    const { run } = await vault('fr');
    await run(...ASK);
    expect((await run('explain', 'last')).out).toMatch(/contient "replaced", "boiler", "valve"/);
    expect((await run('replay', 'last')).out).toContain('Pareil');
    expect((await run('check')).out).toMatch(/^Aucune question n’est gardée\. Après une bonne réponse/);
  }, 60_000);
});
