/** A file as the page shows it: its fields, and its text with the number of its first line. */
export interface SplitFile {
  fields: { key: string; value: string }[];
  body: string;
  /** The line of the whole file on which the body begins. */
  firstLine: number;
}

/** Reads simple top-level fields; what is not frontmatter is text. */
export function splitFile(text: string): SplitFile {
  const clean = text.replace(/^\uFEFF/, '');
  const match = /^---[ \t]*\r?\n([\s\S]*?)(?:^|\n)---[ \t]*(?:\r?\n|$)/.exec(clean);
  const yaml = match?.[1] ?? '';
  if (match === null || !looksLikeFields(yaml)) return { fields: [], body: clean, firstLine: 1 };
  const fields = yaml.split(/\r?\n/).flatMap((line) => {
    const field = /^([\w-]+):[ \t]*(.*)$/.exec(line);
    return field === null ? [] : [{ key: field[1]!, value: unquoted(field[2]!.trim()) }];
  });
  const body = clean.slice(match[0].length);
  return { fields, body, firstLine: match[0].split('\n').length };
}

function looksLikeFields(yaml: string): boolean {
  const first = yaml.split(/\r?\n/).find((line) => line.trim() !== '' && !line.startsWith('#'));
  return first === undefined || /^[^\s:]+[^:]*:(?:\s|$)/.test(first);
}

function unquoted(value: string): string {
  return /^(["'])(.*)\1$/.exec(value)?.[2] ?? value;
}
