import { slugOf } from '../../agents/clerk/projects.js';
import { MOST_FILE_BYTES } from '../../service/history/differences.js';
import { joinTurns, oneLine, type Turn, titleFrom, turnSection } from '../../service/transcripts/turns.js';
import { localDate, localMinute } from '../../shared/clock.js';
import type { ImportItem, LeftOut, SkippedItem } from './item.js';
import { TOO_LARGE } from './source-file.js';

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
    ...(created === null ? [] : [localMinute(created)]),
    product,
    ...(folder === undefined ? [] : [oneLine(folder)]),
    `${turns.length} turns`,
  ];
  return [`# ${title}\n`, `${facts.join(' · ')}\n`, ...turns.map(turnSection)].join('\n');
}

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
  return oneLine(title) || titleFrom(turns) || product;
}
