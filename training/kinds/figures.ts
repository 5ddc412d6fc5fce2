import type { TextKind } from '../../src/agents/clerk/kind-of.js';

export interface Told {
  /** Who wrote it, and its number. */
  id: string;
  lang: 'fr' | 'en';
  kind: TextKind;
  /** What else it holds. */
  also: string[];
  /** Two careful readers would agree on its kind. */
  sure: boolean;
  text: string;
}

/** A text with the odds that a model which never saw its author gives it. */
export interface Judged extends Told {
  odds: { kind: TextKind; odds: number }[];
}

const percent = (part: number, whole: number) =>
  whole === 0 ? '   –' : `${((100 * part) / whole).toFixed(1).padStart(5)}`;
const best = ({ odds }: Judged) => odds[0]!;
const isRight = (one: Judged) => best(one).kind === one.kind;
const isPartlyRight = (one: Judged) => isRight(one) || one.also.includes(best(one).kind);
const share = (of: readonly Judged[], test: (one: Judged) => boolean) =>
  percent(of.filter(test).length, of.length);

/** How good the first guess is, and the first two and three. */
export function accuracy(title: string, judged: readonly Judged[]): string {
  const among = (count: number) => (one: Judged) =>
    one.odds.slice(0, count).some(({ kind }) => kind === one.kind);
  const loss = judged.reduce((sum, one) => sum - Math.log(oddsOf(one, one.kind)), 0) / judged.length;
  return `${title.padEnd(12)} ${String(judged.length).padStart(5)} texts  right ${share(judged, isRight)} %  or also there ${share(judged, isPartlyRight)} %  in the first two ${share(judged, among(2))} %  three ${share(judged, among(3))} %  loss ${loss.toFixed(4)}`;
}

/** Whether odds of 0.8 mean that 80 of 100 are right. */
export function reliability(judged: readonly Judged[]): string {
  const rows = Array.from({ length: 10 }, (_, i) => {
    const inside = judged.filter((one) => Math.min(9, Math.floor(10 * best(one).odds)) === i);
    const mean = inside.reduce((sum, one) => sum + best(one).odds, 0);
    return inside.length === 0
      ? ''
      : `odds ${(i / 10).toFixed(1)} to ${((i + 1) / 10).toFixed(1)}: ${String(inside.length).padStart(5)} texts, mean odds ${percent(mean, inside.length)}, right ${share(inside, isRight)}`;
  });
  return rows.filter((row) => row !== '').join('\n');
}

/** How many texts have a kind with such odds, and how many of these are right (strictly, and counting what else they hold). */
export function coverage(judged: readonly Judged[], kinds: readonly TextKind[], least: number[]): string {
  const row = (title: string, of: readonly Judged[], whole: number) =>
    title.padEnd(12) +
    least
      .map((odds) => {
        const filed = of.filter((one) => best(one).odds >= odds);
        return `  ≥ ${odds}: ${percent(filed.length, whole)} covered, ${share(filed, isRight)} right (${share(filed, isPartlyRight)})`;
      })
      .join('');
  return [
    row('all', judged, judged.length),
    row(
      'sure',
      judged.filter(({ sure }) => sure),
      judged.filter(({ sure }) => sure).length,
    ),
    ...kinds.map((kind) =>
      row(
        kind,
        judged.filter((one) => best(one).kind === kind),
        judged.filter((one) => one.kind === kind).length,
      ),
    ),
  ].join('\n');
}

export function oddsOf({ odds }: Judged, kind: TextKind): number {
  return Math.max(1e-9, odds.find((one) => one.kind === kind)!.odds);
}

/** What would be offered for the sentences of texts (all but notes): how many are a kind that the text holds, and how many of its kinds are offered. */
export function offers(texts: readonly (readonly Judged[])[], least: number[]): string {
  const several = texts.filter((sentences) => sentences.length > 0);
  const rows = least.map((odds) => {
    let offered = 0;
    let right = 0;
    let held = 0;
    let found = 0;
    for (const sentences of several) {
      const { kind, also } = sentences[0]!;
      const holds = new Set([kind, ...also].filter((one) => one !== 'note'));
      const kinds = sentences
        .map(best)
        .filter((one) => one.kind !== 'note' && one.odds >= odds)
        .map((one) => one.kind);
      offered += kinds.length;
      right += kinds.filter((one) => holds.has(one)).length;
      held += holds.size;
      found += [...holds].filter((one) => kinds.some((offer) => offer === one)).length;
    }
    return `≥ ${odds}: ${offered} offers for ${several.length} texts, ${percent(right, offered)} right, ${percent(found, held)} of what they hold`;
  });
  return rows.join('\n');
}
