import { createHash } from 'node:crypto';

export type Lexemes = ReturnType<typeof createLexemes>;

/** How the stems of a vault are written in PostgreSQL. */
export function createLexemes(vault: number) {
  const prefix = `${vault.toString(36)}/`;
  const quoted = (stem: string) => `'${(prefix + termOf(stem)).replace(/['\\]/g, '$&$&')}'`;
  return {
    /** What every lexeme of the vault begins with. */
    prefix,
    /** A `tsvector`. */
    vectorOf: (stems: readonly string[]) => stems.map(quoted).join(' '),
    /** A `tsquery` for chunks with one stem of every group. */
    queryOf: (groups: readonly (readonly string[])[]) =>
      groups.map((stems) => `(${stems.map(quoted).join(' | ')})`).join(' & '),
  };
}

/** A stem as it is stored: PostgreSQL takes no lexeme above 2 KB. */
export function termOf(stem: string): string {
  if (stem.length <= LONGEST) return stem;
  return `${stem.slice(0, LONGEST)}…${createHash('sha256').update(stem).digest('hex').slice(0, 16)}`;
}

const LONGEST = 200;
