import { readdirSync, readFileSync } from 'node:fs';

/** For what may be missing or unreadable, where the caller treats both alike. */
export function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** Null even if the text is not JSON. */
export function readJsonOrNull(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** None if the folder is missing or unreadable. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
