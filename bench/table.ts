/** One figure, ready for the README: each cell is text with its unit, empty where there is nothing to say. */
export interface BenchRow {
  figure: string;
  value: string;
  /** What it is measured against, in the same run, with its own value. */
  peer: string;
  /** Ours against theirs, like `1/40` or `1.3×`. */
  ratio: string;
  wanted: string;
}

/** The figures as one Markdown table; empty where there are none. */
export function showTable(rows: readonly BenchRow[]): string {
  if (rows.length === 0) return '';
  const cell = (text: string) => text.replaceAll('|', '\\|');
  const line = (cells: string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [
    line(['figure', 'Rappel', 'peer', 'ratio', 'wanted']),
    '|---|---|---|---|---|',
    ...rows.map(({ figure, value, peer, ratio, wanted }) => line([figure, value, peer, ratio, wanted])),
  ].join('\n');
}

/** The one in the middle. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The one that this share of the values is below. */
export function quantile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))]!;
}

export function milliseconds(value: number): string {
  return value >= 10_000 ? `${(value / 1000).toFixed(1)} s` : `${value.toFixed(value < 10 ? 2 : 0)} ms`;
}

/** `0.8×`, `12×`; below a fifth `1/40`, which is easier to read. */
export function ratioOf(value: number, peer: number): string {
  const ratio = value / peer;
  if (!Number.isFinite(ratio) || ratio <= 0) return '';
  if (ratio < 0.2) return `1/${Math.round(1 / ratio)}`;
  return `${ratio.toFixed(ratio < 10 ? 2 : 0)}×`;
}
