import type {
  BlockContent,
  Code,
  DefinitionContent,
  Heading,
  Link,
  List,
  ListItem,
  Paragraph,
  PhrasingContent,
  RootContent,
  Table,
} from 'mdast';

/** Parts of a Markdown tree, for the readers of org and reStructuredText. */
export type Block = BlockContent | DefinitionContent;

export function paragraph(children: PhrasingContent[]): Paragraph {
  return { type: 'paragraph', children };
}

/** Markdown has six levels; what is deeper stays at the sixth. */
export function heading(level: number, children: PhrasingContent[]): Heading {
  return { type: 'heading', depth: Math.min(6, Math.max(1, level)) as Heading['depth'], children };
}

export function code(lines: readonly string[], lang: string | null = null): Code {
  return { type: 'code', lang, value: dedented(lines).join('\n') };
}

export function list(items: Block[][], start: number | null, checked: (boolean | null)[] = []): List {
  const children = items.map(
    (item, index): ListItem => ({ type: 'listItem', checked: checked[index] ?? null, children: item }),
  );
  return { type: 'list', ordered: start !== null, start, children };
}

/** The first row is the head. Rows that are too short are filled. */
export function table(rows: PhrasingContent[][][]): Table {
  const width = Math.max(...rows.map((row) => row.length));
  const children = rows.map((row) => ({
    type: 'tableRow' as const,
    children: Array.from({ length: width }, (_, column) => ({
      type: 'tableCell' as const,
      children: row[column] ?? [],
    })),
  }));
  return { type: 'table', children };
}

export function link(url: string, children: PhrasingContent[]): Link {
  return { type: 'link', url, children: children.filter(({ type }) => type !== 'link') };
}

export function text(value: string): PhrasingContent {
  return { type: 'text', value };
}

export function root(children: readonly RootContent[]) {
  return { type: 'root' as const, children: [...children] };
}

export function indentOf(line: string): number {
  const at = line.search(/\S/);
  return at === -1 ? Number.POSITIVE_INFINITY : at;
}

/** The lines without the indentation that all of them have. */
export function outdented(lines: readonly string[]): string[] {
  const margin = lines.reduce((least, line) => Math.min(least, indentOf(line)), Number.POSITIVE_INFINITY);
  return margin === Number.POSITIVE_INFINITY ? [] : lines.map((line) => line.slice(margin));
}

/** The same, without empty lines at either end. */
export function dedented(lines: readonly string[]): string[] {
  const cut = outdented(lines);
  const first = cut.findIndex((line) => line.trim() !== '');
  const last = cut.findLastIndex((line) => line.trim() !== '');
  return cut.slice(first, last + 1);
}

export function isBlank(line: string | undefined): boolean {
  return line !== undefined && line.trim() === '';
}

/** Digits above or below the line have characters of their own: m² must not become m2. Null for any other text. */
export function raised(value: string, where: 'above' | 'below'): string | null {
  const characters = where === 'above' ? '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻' : '₀₁₂₃₄₅₆₇₈₉₊₋';
  const signs = [...value].map((character) => characters['0123456789+-'.indexOf(character)]);
  return value === '' || signs.includes(undefined) ? null : signs.join('');
}
