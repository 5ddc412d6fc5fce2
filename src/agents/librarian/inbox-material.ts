import { RappelError } from '../../shared/errors.js';
import { keptText } from '../../tools/keep.js';
import { isText, readBytes, readText } from '../../vault/files.js';
import { imageInfo } from '../../vault/images.js';
import { trimLineEnds } from '../../vault/lines.js';
import { joinPath, parsePath, showPath, type VaultPath } from '../../vault/paths.js';
import { listFolder } from '../../vault/scan.js';
import type { Vault } from '../../vault/vault.js';
import type { Material } from './filing.js';

/** The review and the original input of an inbox item. Throws `not_found`. */
export function readInboxMaterial(
  vault: Vault,
  item: string,
): { folder: VaultPath; review: string; material: Material } {
  const folder = parsePath(item.includes('/') ? item : `inbox/${item}`);
  const place = vault.locate(folder);
  if (place.kind !== 'folder' || !/^inbox\/[^/]+$/.test(folder)) {
    throw new RappelError('not_found', 'no such inbox item', {
      path: showPath(folder),
      hint: 'List them with: rappel tree inbox',
    });
  }
  const texts: string[] = [];
  const images: Material['images'] = [];
  let review = '';
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
    else if (isText(bytes)) texts.push(keptText(bytes.toString('utf8')));
  }
  return {
    folder,
    review,
    material: {
      text: texts.length === 1 ? texts[0]! : texts.map((text) => trimLineEnds(text)).join('\n\n'),
      images,
    },
  };
}
