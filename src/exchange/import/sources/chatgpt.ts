import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Conversation, conversationItem, type Turn } from '../conversation.js';
import type { Offer } from '../item.js';
import { jsonElements } from '../json-elements.js';
import { dateOf, type JsonRecord, listOf, parseRecord, recordOf, textOf } from '../loose-json.js';
import { LINK, type SourceFile, streamSourceFile, TOO_LARGE } from '../source-file.js';
import { defineSource } from '../source-kind.js';

/** The conversations of a ChatGPT export, each along the branch shown last, with the images in the export. */
export const chatgpt = defineSource({
  label: 'ChatGPT export',
  accepts: 'an export of ChatGPT (.zip, or its conversations.json)',
  names: ['chatgpt'],
  form: 'export',
  detect: ({ record }) => typeof record.mapping === 'object' && record.mapping !== null,
  read: ({ files }) =>
    async function* () {
      for (const file of files) yield* conversationsIn(file);
    },
});

async function* conversationsIn(file: SourceFile): AsyncGenerator<Offer> {
  const { files, links } = filesBeside(file.address);
  yield* links.map((from) => ({ from, skipped: LINK }));
  let number = 0;
  for await (const element of jsonElements(streamSourceFile(file))) {
    number++;
    const record = element === null ? null : parseRecord(element);
    if (record === null) {
      yield { from: `conversation ${number}`, skipped: element === null ? TOO_LARGE : 'its JSON is broken' };
      continue;
    }
    const pictures = new Map<string, string>();
    const conversation = read(record, files, pictures);
    const item = conversationItem(conversation);
    if ('skipped' in item) {
      yield item;
      continue;
    }
    for (const [name, address] of pictures) {
      yield {
        from: name,
        name: `chatgpt/files/${name}`,
        kind: 'chatgpt',
        sourceId: `chatgpt:${name}`,
        created: item.created,
        updated: item.created,
        content: { file: { root: file.root, address } },
      };
    }
    yield item;
  }
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
