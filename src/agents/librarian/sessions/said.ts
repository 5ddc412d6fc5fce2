import { foldEvenly } from '../../../search/text/fold.js';
import { ANY_SENTENCE_BREAK } from '../../../search/text/sentence-breaks.js';
import { outlineOf } from '../../../vault/headings.js';
import type { SessionTurn } from './drawing.js';

/** A sentence of a turn. */
export interface Said {
  text: string;
  /** Folded, without what opens it (`ok so`, `ah et`) and without its last mark. */
  folded: string;
  line: number;
  isQuestion: boolean;
}

/** What lies in a turn beside its sentences: pasted code, quotes, tables, calls of tools. */
const NOT_SAID = /^\s*(?:>|\||- `|<\/?[\w-]+>)/;
/** Pasted without a fence: the lines of a trace, a prompt, a log. */
const PASTED =
  /^\s*(?:at \S+ \(|File "|Traceback|\$ |>>> |\d{4}-\d\d-\d\d[T ]\d\d:\d\d|(?:\w+\.)*\w*(?:Error|Exception|Warning)\b\s*:)/;
const MOST_LINE = 1_000;

/** The sentences of a turn that its author wrote. A line end ends one. */
export function saidIn({ text, line }: SessionTurn): Said[] {
  const lines = text.split('\n');
  const { fenced } = outlineOf(lines);
  return lines.flatMap((each, index) => {
    if (fenced.has(index + 1) || NOT_SAID.test(each) || PASTED.test(each) || each.length > MOST_LINE)
      return [];
    return sentencesIn(each).map((sentence) => ({
      text: sentence,
      folded: plainOf(sentence),
      line: line + index,
      isQuestion: /\?["»”)\s]*$/.test(sentence),
    }));
  });
}

function sentencesIn(line: string): string[] {
  return line
    .split(ANY_SENTENCE_BREAK)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\d]/u.test(sentence));
}

/** Words before what is said, in talk with an assistant. Folded. */
const OPENING =
  /^(?:(?:ok(?:ay)?(?! (?:pour|for) )|so|hey|hi|hello|oh|ah+|hm+|huh|um+|uh+|euh|heu|alors|voila|ben|bah|bon|bref|au fait|btw|by the way|fyi|pour info|before i forget|also|aussi|and|et|but|mais|well|right|yeah|yep|yes(?! to )|oui(?! pour )|bonne idee|good (?:idea|shout|point)|wow|ouais|non|nah|nope|sinon|tiens|perfect|great|nice|cool|super|top|parfait|haha+|lol|mdr|damn|aie|ouf|allez|actually|en fait|pendant que j'y pense|one more thing|autre chose|quick note|sure|thanks|thx|merci|d'accord|dac)(?:\s*[,:;.!…–—-]+\s*|\s+))+/u;

/** A sentence without the words of talk before it. */
export function withoutTalk(sentence: string): string {
  const opening = OPENING.exec(foldEvenly(sentence))?.[0] ?? '';
  return opening.length === sentence.length ? sentence : sentence.slice(opening.length);
}

/** Quotations and examples. */
const QUOTED = /"[^"]{12,}"|«[^»]{12,}»|“[^”]{12,}”/g;

/** A sentence as the rules read it. */
function plainOf(sentence: string): string {
  return foldEvenly(sentence)
    .replaceAll(QUOTED, '"…"')
    .replace(OPENING, '')
    .replace(/^[\s*_-]+|[\s.!…)]+$/g, '')
    .trim();
}
