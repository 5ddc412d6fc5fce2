import { slugOf } from '../../agents/librarian/projects.js';
import { MOST_FILE_BYTES } from '../../service/history/differences.js';
import { localDate, localTimestamp } from '../../shared/clock.js';
import { trimLineEnds } from '../../vault/lines.js';
import { printable } from '../../vault/paths.js';
import type { ImportItem, LeftOut, SkippedItem } from './item.js';
import { lowerHeadings } from './lower-headings.js';
import { TOO_LARGE } from './source-file.js';

export interface Turn {
  who: 'User' | 'Assistant';
  time: Date | null;
  text: string;
}

export interface Conversation {
  kind: string;
  /** The product's name, as people know it. */
  product: string;
  id: string;
  title: string;
  created: Date | null;
  updated: Date | null;
  /** The folder it was about, if any. */
  folder?: string;
  /** How many of each kind the turns lack. */
  leftOut?: LeftOut;
  turns: Turn[];
}

/** One file per conversation: its title as H1, the date, its turns as sections. */
export function conversationItem(conversation: Conversation): ImportItem | SkippedItem {
  const { kind, id, created } = conversation;
  const turns = joinTurns(conversation.turns);
  const title = titleOf(conversation);
  if (!turns.some(({ who }) => who === 'User')) return { from: title, skipped: 'an empty conversation' };
  const text = render(conversation, title, turns);
  if (text.length > MOST_FILE_BYTES) return { from: title, skipped: TOO_LARGE };
  const day = created === null ? '' : `${localDate(created)}-`;
  return {
    from: title,
    name: `${kind}/${day}${slugOf(title, 8)}.md`,
    kind,
    sourceId: `${kind}:${id}`,
    created,
    updated: conversation.updated ?? turns.at(-1)!.time ?? created,
    content: { text },
    ...(conversation.leftOut !== undefined && { leftOut: conversation.leftOut }),
  };
}

function render({ product, created, folder }: Conversation, title: string, turns: Turn[]): string {
  const facts = [
    ...(created === null ? [] : [minute(created)]),
    product,
    ...(folder === undefined ? [] : [oneLine(folder)]),
    `${turns.length} turns`,
  ];
  const sections = turns.map(({ who, time, text }) => {
    const when = time === null ? '' : ` · ${minute(time)}`;
    return `## ${who}${when}\n\n${lowerHeadings(text)}\n`;
  });
  return [`# ${title}\n`, `${facts.join(' · ')}\n`, ...sections].join('\n');
}

/** Consecutive messages of one side, with tools in between, form one turn. */
function joinTurns(turns: readonly Turn[]): Turn[] {
  const joined: Turn[] = [];
  for (const turn of turns) {
    const text = trimLineEnds(turn.text.replaceAll('\r\n', '\n').replaceAll(CONTROLS, '')).trimEnd();
    if (text.trim() === '') continue;
    const last = joined.at(-1);
    if (last?.who === turn.who) last.text += `\n\n${text}`;
    else joined.push({ ...turn, text });
  }
  return joined;
}

/** Of terminals and broken programs; no text contains them. */
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

/** Text as it is, in a fence that it can't close. */
export function fenced(text: string, language = ''): string {
  let fence = '```';
  for (const [run] of text.matchAll(/`+/g)) if (run.length >= fence.length) fence = `${run}\``;
  return `${fence}${language.replaceAll(/[^\w+#.-]/g, '')}\n${text.replace(/\n$/, '')}\n${fence}`;
}

/** A link, if the address is one of the web; otherwise its title. */
export function webLink(title: string, url: string): string {
  const label = oneLine(title).replaceAll(/[[\]]/g, '') || url;
  return /^https?:\/\/[^\s<>]+$/.test(url) ? `[${label}](<${url}>)` : label;
}

function titleOf({ title, turns, product }: Conversation): string {
  const given = oneLine(title);
  if (given !== '') return given;
  const first = oneLine(turns.find(({ who }) => who === 'User')?.text ?? '').replace(/^#+\s*/, '');
  return first === '' ? product : first;
}

function oneLine(text: string): string {
  const line = printable(text.trim().replaceAll(/\s+/g, ' '));
  return line.length > MOST_TITLE ? `${line.slice(0, MOST_TITLE - 1).trimEnd()}…` : line;
}

const MOST_TITLE = 80;

function minute(date: Date): string {
  return localTimestamp(date).replace('T', ' ').slice(0, 16);
}
