import { localDate } from '../../shared/clock.js';
import { imageEnding } from '../../vault/kinds.js';
import { joinPath, ROOT, type VaultPath } from '../../vault/paths.js';
import type { Language } from '../../vault/starter.js';
import type { Vault } from '../../vault/vault.js';
import { freeName, type Material, withLineEnd } from './filing.js';
import { slugOf } from './projects.js';
import { type ReviewFacts, writeReview } from './review.js';

export interface Ask extends Omit<ReviewFacts, 'content'> {
  /** What lies beside the review, untouched. */
  material: Material;
  /** Left out of search until the question is answered. */
  isHidden?: boolean;
}

/** Opens an inbox item: the input and a review that asks one question. Returns its name. */
export function openItem(vault: Vault, ask: Ask, language: Language): string {
  const inbox = joinPath(ROOT, 'inbox');
  const item = freeName(vault, inbox, `${localDate(vault.clock.now())}-${slugOf(ask.text)}`);
  const folder = joinPath(inbox, item);
  const content: string[] = [];
  const add = (name: string): VaultPath => {
    content.push(name);
    return joinPath(folder, name);
  };
  const { text, images } = ask.material;
  const head = ask.isHidden ? '---\nsearch: false\n---\n\n' : '';
  if (text.trim() !== '') vault.save(vault.locate(add('input.md')), () => head + withLineEnd(text));
  for (const [index, image] of images.entries())
    vault.create(vault.locate(add(`image-${index + 1}.${imageEnding(image.media_type)}`)), image.bytes);
  const review = writeReview({ ...ask, content }, language);
  vault.save(vault.locate(joinPath(folder, 'review.md')), () => review);
  return item;
}
