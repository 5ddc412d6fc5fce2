import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Conversation, conversationItem, type Turn } from '../conversation.js';
import { exportSource } from '../conversation-source.js';
import type { Offer } from '../item.js';
import { dateOf, type JsonRecord, listOf, recordOf, textOf } from '../loose-json.js';
import { LINK } from '../source-file.js';

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
  const turns = branchOf(record).flatMap((message): Turn[] => {
    const role = textOf(recordOf(message.author).role);
    if (!isShown(message) || (role !== 'user' && role !== 'assistant')) return [];
    const text = contentOf(recordOf(message.content), files, pictures);
    return [{ who: role === 'user' ? 'User' : 'Assistant', time: dateOf(message.create_time), text }];
  });
  return {
    kind: 'chatgpt',
    product: 'ChatGPT',
    id: textOf(record.conversation_id) || textOf(record.id) || `${record.create_time}`,
    title: textOf(record.title),
    created: dateOf(record.create_time),
    updated: dateOf(record.update_time),
    turns,
  };
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
  // Messages to a tool (a search, a drawing) are not part of the conversation.
  const recipient = textOf(message.recipient);
  return hidden !== true && message.weight !== 0 && (recipient === '' || recipient === 'all');
}

function contentOf(
  content: JsonRecord,
  files: ReadonlyMap<string, string>,
  pictures: Map<string, string>,
): string {
  const type = textOf(content.content_type);
  if (type === 'code')
    return `\`\`\`${textOf(content.language).replace('unknown', '')}\n${textOf(content.text)}\n\`\`\``;
  if (type !== 'text' && type !== 'multimodal_text') return '';
  return listOf(content.parts)
    .map((part) => (typeof part === 'string' ? part : pictureOf(recordOf(part), files, pictures)))
    .filter((part) => part !== '')
    .join('\n\n');
}

function pictureOf(
  part: JsonRecord,
  files: ReadonlyMap<string, string>,
  pictures: Map<string, string>,
): string {
  // A voice conversation: the transcript is in the text.
  if (textOf(part.text) !== '') return textOf(part.text);
  const id = /^[a-z-]+:\/\/(file[-_][\w-]+)/.exec(textOf(part.asset_pointer))?.[1];
  if (id === undefined) return '';
  const name = files.get(id);
  if (name === undefined) return '[image]';
  const clean = basename(name);
  pictures.set(clean, name);
  return `![${clean}](<files/${clean}>)`;
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
