import { createHash } from 'node:crypto';
import { imageInfo } from '../../../vault/images.js';
import { hasImageName, imageEnding, isMarkdown } from '../../../vault/kinds.js';
import { printable } from '../../../vault/paths.js';
import { portableName } from '../../../vault/portable-names.js';
import { isAttachment } from '../attachments.js';
import { createFreeNames } from '../free-names.js';
import { createCount } from '../item.js';
import type { Document } from './document.js';
import { formatOf, noteName } from './formats.js';

/** Collects the files inside a document, which go into a folder beside its note. */
export function createEmbeddedFiles(noteStem: string) {
  const folder = portableName(`${noteStem}.files`);
  const files: Document['files'] = [];
  const count = createCount();
  /** Two files of a message may have the same name. */
  const freeName = createFreeNames();

  function leaveOut(kind: string): null {
    count.add(kind);
    return null;
  }

  return {
    files,
    leftOut: count.all,
    leaveOut,
    /**
     * Keeps a file under its own name, made safe, and says how the note links it. Null if the vault has no use for it.
     * A document becomes a note of its own.
     */
    addFile(given: string, bytes: Uint8Array): { label: string; name: string; isImage: boolean } | null {
      const label = safeName(given);
      const format = formatOf(label);
      if (format === null && !isAttachment(label) && !isMarkdown(label) && !/\.txt$/i.test(label))
        return leaveOut('attachments of other types');
      const name = freeName(`${folder}/${label}`);
      files.push({ name, bytes });
      const linked = format === null || format.isKept ? name : noteName(name, format);
      return { label, name: linked, isImage: hasImageName(label) };
    },
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

export type EmbeddedFiles = ReturnType<typeof createEmbeddedFiles>;

/** A name from outside, for instance from the sender of a message, as the name of a file. */
export function safeName(given: string): string {
  const last = given.replaceAll('\\', '/').split('/').at(-1)!;
  const clean = printable(last.normalize('NFC').replaceAll(/[[\]<>]/g, '_')).trim();
  return portableName(clean.replace(/^\.+/, ''));
}

/** The bytes of `data:image/png;base64,…`; null for any other address. */
export function bytesOfDataUrl(url: string): Buffer | null {
  const head = /^data:image\/[\w.+-]{1,40};base64,/i.exec(url)?.[0];
  return head === undefined ? null : Buffer.from(url.slice(head.length), 'base64');
}
