import type { VaultPath } from '../../../vault/paths.js';

/** What the name of a conflict copy says. */
export interface CopyName {
  /** The file that it is a copy of. */
  original: VaultPath;
  /** The person or machine that the name gives; null if it gives none. */
  by: string | null;
  /** Only a program writes such a name. Otherwise the texts must tell. */
  isCertain: boolean;
}

const DATE = String.raw`\d{4}-?\d\d-?\d\d`;

/** By name, without the ending; `by` is the machine or the person. */
const FORMS: readonly { form: RegExp; isCertain: boolean }[] = [
  // Syncthing
  { form: /^(?<name>.+)\.sync-conflict-\d{8}-\d{6}-[A-Z0-9]{7}$/, isCertain: true },
  // Dropbox, Nextcloud: "note (conflicted copy 2026-11-15)", "note (Marie's conflicted copy 2026-11-15)"
  {
    form: new RegExp(
      String.raw`^(?<name>.+) \((?:(?<by>[^()]+?)['’]s )?conflicted copy ${DATE}[^()]*\)$`,
      'i',
    ),
    isCertain: true,
  },
  // Obsidian Sync: "note (Conflicted copy laptop 202611151011)"
  { form: /^(?<name>.+) \(conflicted copy (?<by>[^()]+?) \d{12}\)$/i, isCertain: true },
  // Dropbox in French: "note (Copie en conflit de Marie 2026-11-15)"
  {
    form: new RegExp(
      String.raw`^(?<name>.+) \(copie en conflit (?:de (?<by>[^()]+?) )?${DATE}[^()]*\)$`,
      'i',
    ),
    isCertain: true,
  },
  // Others, and people: "note (conflict)", "note (conflicted copy)", "note (conflit 2)"
  { form: /^(?<name>.+) \((?:[^()]* )?(?:conflict(?:ed)?|conflit)\b[^()]*\)$/i, isCertain: false },
];

/**
 * What a path is a conflict copy of, by its name; null for any other. Numbers ("note 2") are none: people number their
 * files as iCloud numbers its copies.
 */
export function readCopyName(path: VaultPath): CopyName | null {
  if (!/conflict|conflit/i.test(path)) return null;
  const slash = path.lastIndexOf('/') + 1;
  const dot = path.lastIndexOf('.');
  if (dot <= slash) return null;
  const [folder, name, ending] = [path.slice(0, slash), path.slice(slash, dot), path.slice(dot)];
  for (const { form, isCertain } of FORMS) {
    const found = form.exec(name)?.groups;
    if (found === undefined) continue;
    return { original: `${folder}${found.name}${ending}` as VaultPath, by: found.by ?? null, isCertain };
  }
  return null;
}
