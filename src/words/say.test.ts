import { describe, expect, it } from 'vitest';
import { localeLanguage } from './language.js';
import { createSay, sayEnglish, sayIn } from './say.js';

const say = createSay(
  {
    'Wrote {0}': 'Écrit : {0}',
    '{0} files in {1}': '{0} {0|fichier|fichiers} dans {1}',
    'the archive is refused: {0}': 'archive refusée : {0}',
    'the archive is refused because of {0}: {1}': 'archive refusée à cause de {0} : {1}',
    'the disk is full': 'le disque est plein',
    '{0}: {1}': '{0} : {1}',
    '{0} in {1}': '{0} dans {1}',
    'Free some space and try again.': 'Libérez de la place et réessayez.',
    'Restart it: {0}': 'Redémarrez-le : {0}',
  },
  { language: 'fr', table: {}, catalogue: {} },
);

describe('the words of a command', () => {
  it('are looked up with their values in place', () => {
    expect(say`Wrote ${'a.md'}`).toBe('Écrit : a.md');
    expect(sayEnglish`Wrote ${'a.md'}`).toBe('Wrote a.md');
  });

  it('stay English where the catalogue lacks them', () => {
    expect(say`Read ${'a.md'} and ${3}`).toBe('Read a.md and 3');
  });

  it('agree with a number, and show it as the language does', () => {
    expect(say`${1} files in ${'x'}`).toBe('1 fichier dans x');
    expect(say`${1.5} files in ${'x'}`).toBe('1,5 fichier dans x');
    expect(say`${12_345} files in ${'x'}`).toBe('12\u202f345 fichiers dans x');
  });

  it('take a value as it is', () => {
    expect(say`Wrote ${'the disk is full'}`).toBe('Écrit : the disk is full');
  });
});

describe('a sentence from another part', () => {
  it('is recognised by its template, the one with the most words first', () => {
    expect(say('2 files in x')).toBe('2 fichiers dans x');
    expect(say('the archive is refused because of a/b: c')).toBe('archive refusée à cause de a/b : c');
  });

  it('is translated with the sentence it holds, but not its names', () => {
    expect(say('the archive is refused: the disk is full')).toBe('archive refusée : le disque est plein');
    expect(say('the archive is refused: notes in town')).toBe('archive refusée : notes in town');
  });

  it('stays as it is in English, and where no template fits', async () => {
    expect(say('something else')).toBe('something else');
    expect((await sayIn('en'))('the disk is full')).toBe('the disk is full');
    expect((await sayIn('fr'))('the disk is full')).toBe('le disque est plein');
  });
});

describe('the language of the locale', () => {
  it.each([
    [{}, 'en'],
    [{ LANG: 'fr_FR.UTF-8' }, 'fr'],
    [{ LANG: 'fr' }, 'fr'],
    [{ LANG: 'fr_CA@euro' }, 'fr'],
    [{ LANG: 'fro_FR' }, 'en'],
    [{ LANG: 'de_DE.UTF-8' }, 'en'],
    [{ LC_MESSAGES: 'en_GB.UTF-8', LANG: 'fr_FR.UTF-8' }, 'en'],
    [{ LC_ALL: 'C', LC_MESSAGES: 'fr_FR.UTF-8', LANG: 'fr_FR.UTF-8' }, 'en'],
    [{ LC_ALL: 'POSIX', LANG: 'fr_FR.UTF-8' }, 'en'],
    [{ LC_ALL: '', LC_MESSAGES: 'fr_FR.UTF-8', LANG: 'C' }, 'fr'],
  ] as const)('of %j is %s', (env, language) => {
    expect(localeLanguage(env)).toBe(language);
  });
});
