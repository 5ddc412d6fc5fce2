import { mkdirSync } from 'node:fs';
import { ioError } from '../shared/errors.js';
import type { Language } from '../words/language.js';
import { joinPath, ROOT } from './paths.js';
import type { TreeNode } from './tree.js';
import { writeTreeFile } from './tree-file.js';
import type { Vault } from './vault.js';
import { yamlField } from './yaml-value.js';

/**
 * Creates what a vault lacks and overwrites nothing. Returns what was made, as shown paths. A new `tree.md` shows `node`, or
 * the vault, which is scanned for it.
 */
export function addStarterFiles(vault: Vault, language: Language, node?: TreeNode): string[] {
  const made: string[] = [];
  for (const name of FOLDERS) {
    const place = vault.locate(joinPath(ROOT, name));
    if (place.kind !== 'missing') continue;
    try {
      // Two commands may start at once: the second one finds the folder made.
      mkdirSync(place.entry, { recursive: true });
    } catch (error) {
      throw ioError(error, `${place.shown}/`);
    }
    made.push(`${place.shown}/`);
  }
  for (const [name, about] of Object.entries(ABOUT[language])) {
    const place = vault.locate(joinPath(ROOT, name));
    if (place.kind !== 'missing') continue;
    if (name === 'tree.md') writeTreeFile(vault, { about, ...(node && { node }) });
    else vault.save(place, (current) => current ?? `---\n${yamlField('about', about)}\n---\n`);
    made.push(place.shown);
  }
  return made;
}

/** Makes the vault's own folder, and those above it. */
export function makeVaultFolder(root: string): void {
  try {
    mkdirSync(root, { recursive: true });
  } catch (error) {
    throw ioError(error, root);
  }
}

const FOLDERS = ['inbox', 'bucket', 'projects'];

/** `tree.md` last: it shows the others. */
const ABOUT: Record<Language, Record<string, string>> = {
  en: {
    'overview.md':
      'The map of everything. Life context, every project in a sentence, intentions, inbox count.',
    'profile.md': 'What is durably true of the user. Name, language, work, people, preferences.',
    'tasks.md': 'Live tasks without a project, one H1 each. Done tasks move to the changelog.',
    'changelog.md': 'What happened, newest first. One H1 per day, one H2 per event.',
    'tree.md': 'The files of this vault with their tokens and last change. Generated, never edited by hand.',
  },
  fr: {
    'overview.md':
      'La carte du vault. Contexte de vie, chaque projet en une phrase, intentions, nombre de questions en attente.',
    'profile.md': "Ce qui est durablement vrai de l'utilisateur. Nom, langue, travail, proches, préférences.",
    'tasks.md':
      'Les tâches en cours sans projet, un H1 par tâche. Les tâches terminées passent dans le changelog.',
    'changelog.md': "Ce qui s'est passé, du plus récent au plus ancien. Un H1 par jour, un H2 par événement.",
    'tree.md':
      'Les fichiers de ce vault, leurs tokens et leur dernière modification. Généré, ne pas modifier à la main.',
  },
};
