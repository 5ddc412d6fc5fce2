/**
 * The rows of comma-separated values (RFC 4180): a cell in double quotes may hold commas, line breaks and `""`, and may
 * have spaces before it.
 */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < text.length; ) {
    let start = at;
    while (text[start] === ' ' || text[start] === '\t') start++;
    const [cell, end] = text[start] === '"' ? quotedCell(text, start + 1) : plainCell(text, at);
    row.push(cell);
    at = end + 1;
    if (text[end] === ',' && at < text.length) continue;
    if (text[end] === ',') row.push('');
    if (text[end] === '\r' && text[at] === '\n') at++;
    if (row.length > 1 || cell !== '') rows.push(row);
    row = [];
  }
  return rows;
}

/** A cell and the index of what ends it: a comma, a line break or the end of the text. */
function plainCell(text: string, start: number): [cell: string, end: number] {
  let end = start;
  while (end < text.length && !',\r\n'.includes(text[end]!)) end++;
  return [text.slice(start, end), end];
}

/** A quote that is never closed ends with the text; what follows a closed one belongs to the cell. */
function quotedCell(text: string, start: number): [cell: string, end: number] {
  let cell = '';
  for (let from = start; ; ) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return [cell + text.slice(from), text.length];
    cell += text.slice(from, quote);
    if (text[quote + 1] !== '"') {
      const [rest, end] = plainCell(text, quote + 1);
      return [cell + rest, end];
    }
    cell += '"';
    from = quote + 2;
  }
}
