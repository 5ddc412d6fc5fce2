import { RappelError } from '../shared/errors.js';
import { imageInfo } from '../vault/images.js';
import type { UpdateImage } from './update.js';

/**
 * An image that comes with an update; its content decides the type. Throws `invalid_input` for other content.
 */
export function updateImage(name: string, bytes: Buffer): UpdateImage {
  const info = imageInfo(bytes);
  if (info === null) {
    const shown = JSON.stringify(name.slice(0, 80));
    throw new RappelError('invalid_input', 'image.unknown_type', { name: shown });
  }
  return { name: name.slice(0, 200), media_type: info.media_type, bytes };
}
