import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { ioError } from '../../shared/errors.js';
import { newId } from '../../shared/ids.js';

/** The text of a client's settings; null where there are none yet. */
export function readSettings(file: string): string | null {
  try {
    return existsSync(file) ? readFileSync(file, 'utf8') : null;
  } catch (error) {
    throw ioError(error, file);
  }
}

/** Replaces the settings in one step; a link stays a link, rights stay. Settings that became empty are removed. */
export function writeSettings(file: string, text: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    const target = existsSync(file) ? realpathSync(file) : file;
    if (['', '{}'].includes(text.trim())) {
      rmSync(target, { force: true });
      return;
    }
    const draft = `${target}.${newId()}.tmp`;
    writeFileSync(draft, text, { mode: 0o600 });
    if (existsSync(target)) chmodSync(draft, statSync(target).mode & 0o777);
    renameSync(draft, target);
  } catch (error) {
    throw ioError(error, file);
  }
}
