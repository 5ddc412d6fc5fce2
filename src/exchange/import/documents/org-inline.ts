import type { FootnoteReference, PhrasingContent } from 'mdast';
import { link, text } from './tree.js';

export interface OrgContext {
  /** Where a link leads after the import; null keeps its text alone. */
  link(target: string): string | null;
  /** Where an image is; null leaves it out. */
  image(target: string): string | null;
  /** Takes a footnote that is written where it is referred to, and returns its label. */
  note(label: string, content: string): string;
}

/** Text of org with its emphasis, links, footnotes and dates. */
export function orgInline(source: string, context: OrgContext): PhrasingContent[] {
  const parts: PhrasingContent[] = [];
  let plain = '';
  const flush = () => {
    if (plain !== '') parts.push(text(plain));
    plain = '';
  };
  for (let at = 0; at < source.length; ) {
    const found = STARTS.includes(source[at]!) ? objectAt(source, at, context) : null;
    if (found === null) {
      plain += source[at];
      at++;
    } else {
      if (typeof found.part === 'string') plain += found.part;
      else {
        flush();
        parts.push(...found.part);
      }
      at = found.end;
    }
  }
  flush();
  return parts;
}

const STARTS = '*/_+=~[<\\$';

interface Found {
  /** A text joins the plain text around it. */
  part: PhrasingContent[] | string;
  end: number;
}

function objectAt(source: string, at: number, context: OrgContext): Found | null {
  const character = source[at]!;
  if (character === '[') return bracketAt(source, at, context);
  if (character === '<') return dateAt(source, at) ?? targetAt(source, at);
  if (character === '\\') return breakAt(source, at);
  if (character === '$') return formulaAt(source, at);
  return emphasisAt(source, at, context);
}

/** Org ends an emphasis at the latest on the next line; this also bounds the search. */
const LONGEST = 2_000;

function emphasisAt(source: string, at: number, context: OrgContext): Found | null {
  const mark = source[at]!;
  if (at > 0 && !/[\s\-–—({'"«’]/.test(source[at - 1]!)) return null;
  if (/\s/.test(source[at + 1] ?? ' ')) return null;
  for (
    let end = source.indexOf(mark, at + 2);
    end !== -1 && end - at < LONGEST;
    end = source.indexOf(mark, end + 1)
  ) {
    if (/\s/.test(source[end - 1]!) || !/^[\s\-–—.,;:!?)}'"[»\\]?$/.test(source[end + 1] ?? '')) continue;
    const inner = source.slice(at + 1, end);
    if (mark === '=' || mark === '~') return { part: [{ type: 'inlineCode', value: inner }], end: end + 1 };
    const children = orgInline(inner, context);
    const type = EMPHASIS[mark];
    return { part: type === undefined ? children : [{ type, children } as PhrasingContent], end: end + 1 };
  }
  return null;
}

/** Underlining has no form in Markdown. */
const EMPHASIS: Record<string, 'strong' | 'emphasis' | 'delete'> = {
  '*': 'strong',
  '/': 'emphasis',
  '+': 'delete',
};

function bracketAt(source: string, at: number, context: OrgContext): Found | null {
  const here = source.slice(at, at + LONGEST);
  const linked = /^\[\[([^[\]\n]{1,1000})\](?:\[([^\n]{1,800}?)\])?\]/.exec(here);
  if (linked !== null)
    return { part: linkTo(linked[1]!, linked[2] ?? null, context), end: at + linked[0].length };
  const note = /^\[fn:([\w-]{0,80})(?::([^[\]]{1,1500}))?\]/.exec(here);
  if (note !== null && (note[1] !== '' || note[2] !== undefined)) {
    const label = note[2] === undefined ? note[1]! : context.note(note[1]!, note[2].trim());
    return { part: [reference(label)], end: at + note[0].length };
  }
  return dateAt(source, at);
}

function linkTo(target: string, description: string | null, context: OrgContext): PhrasingContent[] {
  if (description === null && /\.(?:png|jpe?g|gif|webp|svg|bmp|avif)$/i.test(target)) {
    const url = context.image(target);
    return url === null ? [] : [{ type: 'image', url, alt: '' }];
  }
  const url = context.link(target);
  const shown =
    description === null ? [text(target.replace(/^(?:file:|\*|#)/, ''))] : orgInline(description, context);
  return url === null ? shown : [link(url, shown)];
}

function reference(label: string): FootnoteReference {
  return { type: 'footnoteReference', identifier: label };
}

/** `<2024-03-15 Fri 10:00>` and `[2024-03-15 Fri]` as ISO dates. */
function dateAt(source: string, at: number): Found | null {
  const stamp =
    /^[<[](\d{4}-\d\d-\d\d)(?: [^\s\d>\]+-]{1,12})?(?: (\d{1,2}:\d\d)(?:-(\d{1,2}:\d\d))?)?((?: [.+-]{1,2}\d{1,4}[hdwmy]){0,2})[>\]](?:--(?=[<[]))?/.exec(
      source.slice(at, at + 80),
    );
  if (stamp === null) return null;
  const [whole, day, time, until, repeat] = stamp;
  const hours = time === undefined ? '' : ` ${time}${until === undefined ? '' : `–${until}`}`;
  const every = repeat === '' ? '' : ` (${repeat!.trim()})`;
  return { part: `${day}${hours}${every}${whole.endsWith('--') ? ' – ' : ''}`, end: at + whole.length };
}

/** `<<anchor>>` is not shown. */
function targetAt(source: string, at: number): Found | null {
  const target = /^<<[^<>\n]{1,200}>>/.exec(source.slice(at, at + 210));
  return target === null ? null : { part: '', end: at + target[0].length };
}

function breakAt(source: string, at: number): Found | null {
  const end = /^\\\\[ \t]{0,20}(?:\n|$)/.exec(source.slice(at, at + 24));
  if (end !== null) return { part: [{ type: 'break' }], end: at + end[0].length };
  const formula = /^\\\(([^\n]{1,1000}?)\\\)|^\\\[([^\n]{1,1000}?)\\\]/.exec(source.slice(at, at + LONGEST));
  if (formula === null) return null;
  const value = formula[1] === undefined ? `$$${formula[2]}$$` : `$${formula[1]}$`;
  return { part: [{ type: 'html', value }], end: at + formula[0].length };
}

/** A formula stays as it is: its signs are not Markdown. */
function formulaAt(source: string, at: number): Found | null {
  const formula = /^\$\$?[^\s$][^$\n]{0,500}\$?\$(?=[\s\-.,;:!?)}'"]|$)/.exec(source.slice(at, at + 600));
  if (formula === null || /^\$\d[\d.,\s]*\$$/.test(formula[0])) return null;
  return { part: [{ type: 'html', value: formula[0] }], end: at + formula[0].length };
}
