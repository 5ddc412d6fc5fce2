import { localDate } from '../../shared/clock.js';
import { withoutSecrets } from '../../shared/secrets.js';
import { keepImages, keepText } from '../../tools/keep.js';
import { joinPath, ROOT, type VaultPath } from '../../vault/paths.js';
import type { Language } from '../../vault/starter.js';
import type { Vault } from '../../vault/vault.js';
import { freeName, type Material } from './filing.js';
import type { Kind } from './kinds/kind.js';
import { slugOf } from './projects.js';
import { type ReviewFacts, writeReview } from './review.js';

export interface Ask extends Omit<ReviewFacts, 'content'> {
  /** What lies beside the review, untouched. */
  material: Material;
  /** The update that filed it, where the question is about something filed, and as what. */
  update?: string;
  kind?: Kind;
  /** Left out of search until the question is answered. */
  isHidden?: boolean;
}

/** Opens an inbox item: the input and a review that asks one question. Returns its name. */
export function openItem(vault: Vault, ask: Ask, language: Language): string {
  const inbox = joinPath(ROOT, 'inbox');
  const item = freeName(vault, inbox, `${localDate(vault.clock.now())}-${slugOf(withoutSecrets(ask.text))}`);
  const folder = joinPath(inbox, item);
  const content = fillItem(vault, folder, ask.material, ask.isHidden ? 'search: false\n' : '');
  const review = writeReview({ ...ask, content }, language);
  vault.save(vault.locate(joinPath(folder, 'review.md')), () => review);
  return item;
}

/** Puts an input into the folder of an inbox item, untouched; `fields` go into its frontmatter. Returns the names of the files. */
export function fillItem(vault: Vault, folder: VaultPath, { text, images }: Material, fields = ''): string[] {
  if (text.trim() !== '') keepText(vault, joinPath(folder, 'input.md'), text, fields);
  const pictures = keepImages(vault, joinPath(folder, images.length === 1 ? 'image-1' : 'image'), images);
  const names = pictures.map((path) => path.slice(folder.length + 1));
  return text.trim() === '' ? names : ['input.md', ...names];
}
