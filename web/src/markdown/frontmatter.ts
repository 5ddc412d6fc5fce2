/** A file as the page shows it: its fields, and its text with the number of its first line. */
interface SplitFile {
  fields: { key: string; value: string }[];
  body: string;
  /** The line of the whole file on which the body begins. */
  firstLine: number;
}

/** Reads simple top-level fields; what is not frontmatter is text. */
export function splitFile(text: string): SplitFile {
  const clean = text.replace(/^\uFEFF/, '');
  const bounds = boundsOf(clean);
  if (bounds === null) return { fields: [], body: clean, firstLine: 1 };
  const yaml = clean.slice(bounds.yaml, bounds.close);
  const fields = yaml.split(/\r?\n/).flatMap((line) => {
    const field = /^([\w-]+):[ \t]*(.*)$/.exec(line);
    return field === null ? [] : [{ key: field[1]!, value: unquoted(field[2]!.trim()) }];
  });
  const body = clean.slice(bounds.body);
  return { fields, body, firstLine: clean.slice(0, bounds.body).split('\n').length };
}

/** Where the fields begin and end, and the text begins; null where there is no frontmatter. */
function boundsOf(text: string): { yaml: number; close: number; body: number } | null {
  const open = /^---[ \t]*\r?\n/.exec(text)?.[0].length;
  if (open === undefined) return null;
  const fence = /---[ \t]*(?:\r?\n|$)/y;
  for (let close = open; close !== 0 && close < text.length; close = text.indexOf('\n', close) + 1) {
    fence.lastIndex = close;
    if (!fence.test(text)) continue;
    return looksLikeFields(text.slice(open, close)) ? { yaml: open, close, body: fence.lastIndex } : null;
  }
  return null;
}

function looksLikeFields(yaml: string): boolean {
  const first = yaml.split(/\r?\n/).find((line) => line.trim() !== '' && !line.startsWith('#'));
  return first === undefined || /^[^\s:]+[^:]*:(?:\s|$)/.test(first);
}

function unquoted(value: string): string {
  return /^(["'])(.*)\1$/.exec(value)?.[2] ?? value;
}
