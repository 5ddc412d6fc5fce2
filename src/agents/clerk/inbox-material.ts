import { RappelError } from '../../shared/errors.js';
import { keptText } from '../../tools/keep.js';
import { isText, readBytes, readText } from '../../vault/files.js';
import { imageInfo } from '../../vault/images.js';
import { trimLineEnds } from '../../vault/lines.js';
import { joinPath, parsePath, showPath, type VaultPath } from '../../vault/paths.js';
import { listFolder } from '../../vault/scan.js';
import type { Vault } from '../../vault/vault.js';
import type { Material } from './filing.js';

export interface InboxMaterial {
  folder: VaultPath;
  review: string;
  /** Each text that lies beside the review, and all of it as one input. */
  texts: { name: string; text: string }[];
  material: Material;
}

/** The review and the original input of an inbox item. Throws `not_found`. */
export function readInboxMaterial(vault: Vault, item: string): InboxMaterial {
  const folder = parsePath(item.includes('/') ? item : `inbox/${item}`);
  const place = vault.locate(folder);
  if (place.kind !== 'folder' || !/^inbox\/[^/]+$/.test(folder)) {
    throw new RappelError('not_found', 'inbox.missing', { path: showPath(folder) });
  }
  const texts: InboxMaterial['texts'] = [];
  const images: Material['images'] = [];
  let review = '';
  const given = /^inbox\/(\d{4}-\d\d-\d\d)/.exec(folder)?.[1];
  for (const { name, kind } of listFolder(vault.root, place.target, folder)) {
    if (kind !== 'file') continue;
    const file = vault.locate(joinPath(folder, name));
    if (name === 'review.md') {
      review = readText(file);
      continue;
    }
    const bytes = readBytes(file);
    const info = imageInfo(bytes);
    if (info !== null) images.push({ name, media_type: info.media_type, bytes });
    else if (isText(bytes)) texts.push({ name, text: keptText(bytes.toString('utf8')) });
  }
  return {
    folder,
    review,
    texts,
    material: {
      text: texts.length === 1 ? texts[0]!.text : texts.map(({ text }) => trimLineEnds(text)).join('\n\n'),
      images,
      // An item is named after the day on which it came.
      ...(given && { given }),
    },
  };
}
