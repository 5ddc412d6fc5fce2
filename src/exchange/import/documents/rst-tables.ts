import type { PhrasingContent, Table } from 'mdast';
import { table } from './tree.js';

type Inline = (text: string) => PhrasingContent[];

/** A table drawn with `+---+`: cells by the columns of the first line. Cells that span several are cut at each. */
export function gridTable(lines: readonly string[], inline: Inline): Table {
  const edges = [...lines[0]!].flatMap((character, at) => (character === '+' ? [at] : []));
  const rows: string[][] = [];
  let row: string[] | null = null;
  for (const line of lines) {
    if (/^\+[-=+ ]+\+?\s*$/.test(line)) {
      row = null;
      continue;
    }
    if (row === null) {
      row = edges.slice(1).map(() => '');
      rows.push(row);
    }
    edges.slice(1).forEach((edge, column) => {
      const part = line.slice(edges[column]! + 1, edge).trim();
      if (part !== '') row![column] = `${row![column]} ${part}`.trim();
    });
  }
  return table(rows.map((cells) => cells.map(inline)));
}

/** A table drawn with `===  ===`: a line that leaves the first column empty continues the row above. */
export function simpleTable(lines: readonly string[], inline: Inline): Table {
  const columns = [...lines[0]!.matchAll(/=+/g)].map(({ index, 0: run }) => ({
    from: index,
    to: index + run.length,
  }));
  const rows: string[][] = [];
  for (const line of lines) {
    if (line.trim() === '' || /^\s*[=-][=\s-]*$/.test(line)) continue;
    const cells = columns.map(({ from }, index) =>
      line.slice(from, columns[index + 1]?.from ?? line.length).trim(),
    );
    const above = rows.at(-1);
    if (cells[0] === '' && above !== undefined)
      cells.forEach((cell, index) => {
        above[index] = `${above[index]} ${cell}`.trim();
      });
    else rows.push(cells);
  }
  return table(rows.map((cells) => cells.map(inline)));
}
