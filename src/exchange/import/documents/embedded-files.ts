import { createHash } from 'node:crypto';
import { imageInfo } from '../../../vault/images.js';
import { imageEnding } from '../../../vault/kinds.js';
import { portableName } from '../../../vault/portable-names.js';
import type { Document } from './document.js';

/** Collects the files inside a document, which go into a folder beside its note. */
export function createEmbeddedFiles(noteStem: string) {
  const folder = portableName(`${noteStem}.files`);
  const files: Document['files'] = [];
  const leftOut: Record<string, number> = {};

  function leaveOut(kind: string): null {
    leftOut[kind] = (leftOut[kind] ?? 0) + 1;
    return null;
  }

  return {
    files,
    leftOut,
    leaveOut,
    /** The name under which an image is kept, the same at every import; null if a vault can't show it. */
    addImage(bytes: Uint8Array): string | null {
      const info = imageInfo(Buffer.from(bytes));
      if (info === null) return leaveOut('images of other types');
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
      const name = `${folder}/${hash}.${imageEnding(info.media_type)}`;
      if (!files.some((file) => file.name === name)) files.push({ name, bytes });
      return name;
    },
  };
}

/** The bytes of `data:image/png;base64,…`; null for any other address. */
export function bytesOfDataUrl(url: string): Buffer | null {
  const head = /^data:image\/[\w.+-]{1,40};base64,/i.exec(url)?.[0];
  return head === undefined ? null : Buffer.from(url.slice(head.length), 'base64');
}
