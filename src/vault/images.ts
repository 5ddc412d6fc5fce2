import { createRequire } from 'node:module';
import { fileSystem } from './file-system.js';
import type { Bytes } from './files.js';
import type { ImageType } from './kinds.js';

interface ImageInfo {
  media_type: ImageType;
  width: number;
  height: number;
}

/** The type and size of an image from its first bytes; null if it is not one of the four known types. */
export function imageInfo(bytes: Bytes): ImageInfo | null {
  const media_type = mediaTypeOf(bytes);
  if (media_type === null) return null;
  try {
    const { width, height } = measure()(bytes);
    return width > 0 && height > 0 ? { media_type, width, height } : null;
  } catch {
    return null;
  }
}

/** Loaded at the first image: most commands never see one and should start fast. */
function measure(): typeof import('image-size').imageSize {
  return createRequire(import.meta.url)('image-size').imageSize;
}

/** The same from a file, reading no more of it than needed. */
export function imageInfoOfFile(path: string, size: number): ImageInfo | null {
  // A photo may contain a long preview before its size.
  for (const length of [64 * 1024, 4 * 1024 * 1024]) {
    const info = imageInfo(fileSystem.start(path, Math.min(length, size)));
    if (info !== null || length >= size) return info;
  }
  return null;
}

/** By the first twelve bytes; null if it is not one of the four known types. */
export function mediaTypeOf(bytes: Bytes): ImageType | null {
  if (bytes.subarray(0, 8).equals(PNG)) return 'image/png';
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  const start = bytes.toString('latin1', 0, 12);
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'image/gif';
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'image/webp';
  return null;
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
