import type { PhrasingContent } from 'mdast';
import { link, raised, text } from './tree.js';

export interface RstContext {
  /** Addresses by the name that a text gives them, in lower case. */
  targets: ReadonlyMap<string, string>;
  /** What `|name|` stands for. */
  substitutions: ReadonlyMap<string, string>;
  /** Where a link leads after the import. */
  link(url: string): string;
  /** The note that a document of the same manual became; null if it is not imported. */
  documentLink(name: string): string | null;
}

/** Text of reStructuredText with its emphasis, code, roles, links and footnotes. */
export function rstInline(source: string, context: RstContext, depth = 0): PhrasingContent[] {
  const parts: PhrasingContent[] = [];
  let plain = '';
  for (let at = 0; at < source.length; ) {
    const found =
      depth < MOST_DEPTH && MARKS.includes(source[at]!) ? markAt(source, at, context, depth) : null;
    if (found === null) {
      plain += source[at];
      at++;
      continue;
    }
    if (plain !== '') parts.push(text(plain));
    plain = '';
    parts.push(...found.parts);
    at = found.end;
  }
  if (plain !== '') parts.push(text(plain));
  return named(parts, context);
}

const MARKS = '*`:|[\\_';
const MOST_DEPTH = 5;
/** A longer run is not a mark that was left open; this also bounds the search for its end. */
const LONGEST = 1_000;

interface Found {
  parts: PhrasingContent[];
  end: number;
}

function markAt(source: string, at: number, context: RstContext, depth: number): Found | null {
  const here = source.slice(at, at + LONGEST);
  if (here[0] === '\\') return { parts: /^\\\s/.test(here) ? [] : [text(here[1] ?? '')], end: at + 2 };
  if (at > 0 && /[\p{L}\p{N}]/u.test(source[at - 1]!)) return null;
  for (const { pattern, make } of INLINE) {
    const match = pattern.exec(here);
    if (match !== null) return { parts: make(match, context, depth), end: at + match[0].length };
  }
  return null;
}

/** What ends a mark: nothing that would make it part of a word. */
interface Inline {
  pattern: RegExp;
  make(match: RegExpExecArray, context: RstContext, depth: number): PhrasingContent[];
}

const INLINE: Inline[] = [
  { pattern: /^``([\s\S]{1,900}?)``(?![\p{L}\p{N}])/u, make: ([, value]) => [code(value!)] },
  {
    pattern: /^\*\*([^\s*](?:[^*]{0,900}[^\s*])?)\*\*(?![\p{L}\p{N}])/u,
    make: ([, value], context, depth) => [
      { type: 'strong', children: rstInline(value!, context, depth + 1) },
    ],
  },
  {
    pattern: /^\*([^\s*](?:[^*]{0,900}[^\s*])?)\*(?![\p{L}\p{N}])/u,
    make: ([, value], context, depth) => [
      { type: 'emphasis', children: rstInline(value!, context, depth + 1) },
    ],
  },
  {
    pattern: /^:([\w:+.-]{1,60}):`([^`]{1,900})`/,
    make: ([, role, value], context) => roleOf(role!, value!, context),
  },
  {
    pattern: /^`([^`]{1,900})`:([\w:+.-]{1,60}):/,
    make: ([, value, role], context) => roleOf(role!, value!, context),
  },
  {
    pattern: /^_?`([^`]{1,900})`(__?)?/,
    make: ([, value, isLink], context) => phrase(value!, isLink, context),
  },
  {
    pattern: /^\[(#?[\w.-]{0,60}|\*)\]_(?!\w)/,
    make: ([, label]) => [{ type: 'footnoteReference', identifier: noteLabel(label!) }],
  },
  {
    pattern: /^\|([^|\s](?:[^|]{0,200}[^|\s])?)\|_{0,2}/,
    make([whole, name], context, depth) {
      const value = context.substitutions.get(name!.toLowerCase());
      return value === undefined ? [text(whole)] : rstInline(value, context, depth + 1);
    },
  },
];

/** `[#name]` and `[*]` number themselves. */
export function noteLabel(label: string): string {
  return label.replace(/^#/, '') || 'auto';
}

function phrase(value: string, isLink: string | undefined, context: RstContext): PhrasingContent[] {
  const { title, target } = titleAndTarget(value);
  if (isLink === undefined) return [{ type: 'emphasis', children: [text(value)] }];
  const url = target ?? context.targets.get(title.toLowerCase());
  return url === undefined || url === '' ? [text(title)] : [link(context.link(url), [text(title)])];
}

/** `text <target>`; the target alone is also the text. */
function titleAndTarget(value: string): { title: string; target: string | null } {
  const flat = value.replaceAll(/\s+/g, ' ').trim();
  const open = flat.endsWith('>') ? flat.lastIndexOf('<') : -1;
  if (open === -1) return { title: flat, target: null };
  const target = flat.slice(open + 1, -1);
  return { title: flat.slice(0, open).trim() || target, target };
}

function roleOf(role: string, value: string, context: RstContext): PhrasingContent[] {
  const name = role.split(':').at(-1)!;
  const { title, target } = titleAndTarget(value);
  if (name === 'doc' || name === 'download') {
    const path = target ?? title;
    const url = name === 'doc' ? context.documentLink(path) : context.link(path);
    return url === null ? [text(title)] : [link(url, [text(title)])];
  }
  if (name === 'math') return [{ type: 'html', value: `$${value}$` }];
  if (name === 'emphasis' || name === 'title' || name === 'dfn')
    return [{ type: 'emphasis', children: [text(value)] }];
  if (name === 'strong' || name === 'guilabel' || name === 'menuselection')
    return [{ type: 'strong', children: [text(value)] }];
  if (name === 'sub' || name === 'subscript') return [text(raised(title, 'below') ?? title)];
  if (name === 'sup' || name === 'superscript') return [text(raised(title, 'above') ?? title)];
  if (name === 'pep' || name === 'rfc') return [text(`${name.toUpperCase()} ${title}`)];
  return PLAIN_ROLES.has(name) ? [text(title)] : [code(title.replace(/^[~!]/, ''))];
}

/** Roles whose text is words; that of all others is code: a function, a file, a key. */
const PLAIN_ROLES = new Set(['ref', 'numref', 'term', 'abbr', 'any', 'cite']);

/** Words that name an address: `Python_`. */
function named(parts: PhrasingContent[], context: RstContext): PhrasingContent[] {
  if (context.targets.size === 0) return parts;
  return parts.flatMap((part) => {
    if (part.type !== 'text') return [part];
    const words = part.value.split(
      /(?<![\p{L}\p{N}_])([\p{L}\p{N}][\p{L}\p{N}.+-]{0,60})_(?![\p{L}\p{N}_])/u,
    );
    return words.map((word, index) => {
      const url = index % 2 === 1 ? context.targets.get(word.toLowerCase()) : undefined;
      if (index % 2 === 0) return text(word);
      return url === undefined || url === '' ? text(`${word}_`) : link(context.link(url), [text(word)]);
    });
  });
}

function code(value: string): PhrasingContent {
  return { type: 'inlineCode', value: value.replaceAll('\n', ' ') };
}
