import { createHash } from 'node:crypto';

/** The same for the same files with the same sizes and times: comparing it is cheaper than reading what is known. */
export function createFingerprint() {
  const hash = createHash('sha1');
  const numbers = new Float64Array(2 * HASHED_AT_ONCE);
  let paths: string[] = [];
  const hashPaths = () => {
    hash.update(paths.join('\n')).update(numbers.subarray(0, 2 * paths.length));
    paths = [];
  };
  return {
    add(path: string, size: number, modified: number): void {
      numbers[2 * paths.length] = size;
      numbers[2 * paths.length + 1] = modified;
      if (paths.push(path) === HASHED_AT_ONCE) hashPaths();
    },
    digest(): string {
      hashPaths();
      return hash.digest('base64');
    },
  };
}

const HASHED_AT_ONCE = 512;
