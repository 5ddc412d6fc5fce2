import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Turn } from '../../../service/transcripts/turns.js';
import { dateOf, type JsonRecord, listOf, recordOf, textOf } from '../../../shared/loose-json.js';
import { type Conversation, conversationItem } from '../conversation.js';
import { exportSource } from '../conversation-source.js';
import { createCount, type Offer } from '../item.js';
import { LINK } from '../source-file.js';
import { type MessageContext, messageText } from './chatgpt-message.js';

/** Each conversation along the branch shown last, with the images in the export. */
export const chatgpt = exportSource({
  name: 'chatgpt',
  product: 'ChatGPT',
  detect: (record) => typeof record.mapping === 'object' && record.mapping !== null,
  open(file) {
    const { files, links } = filesBeside(file.address);
    return {
      first: links.map((from) => ({ from, skipped: LINK })),
      offersOf: (record) => offersOf(record, files, file.root),
    };
  },
});

function offersOf(record: JsonRecord, files: ReadonlyMap<string, string>, root: string): Offer[] {
  const pictures = new Map<string, string>();
  const item = conversationItem(read(record, files, pictures));
  if ('skipped' in item) return [item];
  const { created } = item;
  const shown = [...pictures].map(([name, address]) => ({
    from: name,
    name: `chatgpt/files/${name}`,
    kind: 'chatgpt',
    sourceId: `chatgpt:${name}`,
    created,
    updated: created,
    content: { file: { root, address } },
  }));
  return [...shown, item];
}

function read(
  record: JsonRecord,
  files: ReadonlyMap<string, string>,
  pictures: Map<string, string>,
): Conversation {
  const count = createCount();
  const context: MessageContext = {
    count,
    canvas: 'untitled',
    fileOf: (id) => files.get(id),
    show(address) {
      const name = basename(address);
      pictures.set(name, address);
      return `[${name}](<files/${name}>)`;
    },
  };
  const branch = branchOf(record);
  const turns = branch.filter(isShown).map((message): Turn => {
    const role = textOf(recordOf(message.author).role);
    const text = messageText(message, context);
    return { who: role === 'user' ? 'User' : 'Assistant', time: dateOf(message.create_time), text };
  });
  count.add('messages in other branches', shownIn(record) - branch.filter(isSaid).length);
  return {
    kind: 'chatgpt',
    product: 'ChatGPT',
    id: textOf(record.conversation_id) || textOf(record.id) || `${record.create_time}`,
    title: textOf(record.title),
    created: dateOf(record.create_time),
    updated: dateOf(record.update_time),
    leftOut: count.all,
    turns,
  };
}

/** How many messages of any branch say something. */
function shownIn(record: JsonRecord): number {
  return Object.values(recordOf(record.mapping)).filter((node) => isSaid(recordOf(recordOf(node).message)))
    .length;
}

function isSaid(message: JsonRecord): boolean {
  const role = textOf(recordOf(message.author).role);
  const recipient = textOf(message.recipient);
  return (
    (role === 'user' || role === 'assistant') && isShown(message) && (recipient === '' || recipient === 'all')
  );
}

/** From the first message to the current one: regenerated answers are other branches. */
function branchOf(record: JsonRecord): JsonRecord[] {
  const mapping = recordOf(record.mapping);
  const branch: JsonRecord[] = [];
  const seen = new Set<string>();
  let id = textOf(record.current_node) || lastLeaf(mapping);
  while (id !== '' && !seen.has(id)) {
    seen.add(id);
    const node = recordOf(mapping[id]);
    branch.push(recordOf(node.message));
    id = textOf(node.parent);
  }
  return branch.reverse();
}

function lastLeaf(mapping: JsonRecord): string {
  return Object.keys(mapping).findLast((id) => listOf(recordOf(mapping[id]).children).length === 0) ?? '';
}

function isShown(message: JsonRecord): boolean {
  const { is_visually_hidden_from_conversation: hidden } = recordOf(message.metadata);
  const role = textOf(recordOf(message.author).role);
  return hidden !== true && message.weight !== 0 && ['user', 'assistant', 'tool'].includes(role);
}

/** By the id with which its name begins: `file-abc123-photo.png`, also one folder down. */
function filesBeside(file: string): { files: Map<string, string>; links: string[] } {
  const files = new Map<string, string>();
  const links: string[] = [];
  const folder = dirname(file);
  const top = readdirSync(folder, { withFileTypes: true });
  const below = top.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  for (const place of [folder, ...below]) {
    for (const entry of place === folder ? top : readdirSync(place, { withFileTypes: true })) {
      const id = /^file[-_][A-Za-z0-9]+/.exec(entry.name)?.[0];
      if (id === undefined) continue;
      if (entry.isFile()) files.set(id, join(place, entry.name));
      else if (entry.isSymbolicLink()) links.push(entry.name);
    }
  }
  return { files, links };
}
