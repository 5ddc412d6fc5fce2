import { type Words, words } from '../words/message.js';
/** Why a name can't exist on every system that a vault may be synced to; null if it can. */
export function nameProblem(name: string): Words | null {
  const forbidden = FORBIDDEN.exec(name)?.[0];
  if (forbidden !== undefined) return words`names with ${forbidden} don't exist on Windows`;
  if (/[. ]$/.test(name)) return words`Windows drops a dot or a space at the end of a name`;
  if (RESERVED.test(name)) return words`${name.split('.')[0]!} is a device on Windows, with any ending`;
  if (Buffer.byteLength(name) > MOST_BYTES) return words`the name is longer than ${MOST_BYTES} bytes`;
  return null;
}

/** The nearest name that can exist everywhere; a name without a problem stays as it is. */
export function portableName(name: string): string {
  if (nameProblem(name) === null) return name;
  let safe = name
    .replaceAll(new RegExp(FORBIDDEN, 'g'), '_')
    .replace(/[. ]+$/, (end) => '_'.repeat(end.length));
  if (RESERVED.test(safe)) safe = safe.replace(/^[^.]*?(?= *(?:\.|$))/, '$&_');
  return shortened(safe);
}

/**
 * The same for every segment of a path. A segment that starts with a dot stays, so that `..` never becomes a valid
 * name.
 */
export function portablePath(path: string): string {
  return path
    .split('/')
    .map((name) => (name.startsWith('.') ? name : portableName(name)))
    .join('/');
}

const FORBIDDEN = /[<>:"|?*\\]/;
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i;
/** The limit of ext4, APFS and NTFS. */
const MOST_BYTES = 255;
/** Room for a number that tells files of the same name apart. */
const SHORTENED_BYTES = 240;

function shortened(name: string): string {
  if (Buffer.byteLength(name) <= MOST_BYTES) return name;
  const ending = /\.[^. ]{1,10}$/.exec(name)?.[0] ?? '';
  let stem = '';
  let room = SHORTENED_BYTES - Buffer.byteLength(ending);
  for (const character of name) {
    room -= Buffer.byteLength(character);
    if (room < 0) break;
    stem += character;
  }
  return stem.replace(/[. ]+$/, '') + ending;
}
