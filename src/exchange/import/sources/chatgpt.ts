import type { Turn } from '../../../service/transcripts/turns.js';
import { dateOf, type JsonRecord, listOf, recordOf, textOf } from '../../../shared/loose-json.js';
import { hasImageName } from '../../../vault/kinds.js';
import { type Conversation, conversationItem } from '../conversation.js';
import { exportSource } from '../conversation-source.js';
import { createCount, type Offer } from '../item.js';
import { createExportFiles, type ExportFile } from './chatgpt-files.js';
import { type MessageContext, messageText } from './chatgpt-message.js';

/** Each conversation along the branch shown last, with the images in the export. */
export const chatgpt = exportSource({
  name: 'chatgpt',
  product: 'ChatGPT',
  detect: (record) => typeof record.mapping === 'object' && record.mapping !== null,
  open(file) {
    const files = createExportFiles(file);
    return {
      first: files.links,
      offersOf: (record) => offersOf(record, files),
      last: files.unused,
    };
  },
});

type ExportFiles = ReturnType<typeof createExportFiles>;

function offersOf(record: JsonRecord, files: ExportFiles): Offer[] {
  const shownFiles = new Map<string, ExportFile>();
  const item = conversationItem(read(record, files, shownFiles));
  if ('skipped' in item) return [item];
  const { created } = item;
  const shown = [...shownFiles.values()].map(({ label, name, ...file }) => ({
    from: label,
    name: `chatgpt/files/${name}`,
    kind: 'chatgpt',
    sourceId: `chatgpt:${name}`,
    created,
    updated: created,
    content: { file },
  }));
  return [...shown, item];
}

function read(record: JsonRecord, files: ExportFiles, shownFiles: Map<string, ExportFile>): Conversation {
  const count = createCount();
  const context: MessageContext = {
    count,
    canvas: 'untitled',
    fileOf: files.fileOf,
    show(file) {
      shownFiles.set(file.name, file);
      return `[${file.label}](<files/${file.name}>)`;
    },
  };
  const branch = branchOf(record);
  const turns = branch.filter(isShown).map((message): Turn => {
    const role = textOf(recordOf(message.author).role);
    const text = messageText(message, context);
    return { who: role === 'user' ? 'User' : 'Assistant', time: dateOf(message.create_time), text };
  });
  const id = textOf(record.conversation_id) || textOf(record.id) || `${record.create_time}`;
  for (const made of files.madeIn(id)) insertFile(turns, made, context, shownFiles);
  count.add('messages in other branches', shownIn(record) - branch.filter(isSaid).length);
  return {
    kind: 'chatgpt',
    product: 'ChatGPT',
    id,
    title: textOf(record.title),
    created: dateOf(record.create_time),
    updated: dateOf(record.update_time),
    leftOut: count.all,
    turns,
  };
}

/** Shows a file that no message of the export shows, where it was made. */
function insertFile(
  turns: Turn[],
  { id, time }: { id: string; time: Date | null },
  { fileOf, show }: MessageContext,
  shownFiles: ReadonlyMap<string, ExportFile>,
): void {
  const file = fileOf(id);
  if (file === undefined || shownFiles.has(file.name)) return;
  const after = turns.findIndex((turn) => time !== null && turn.time !== null && turn.time > time);
  const text = `${hasImageName(file.name) ? '!' : ''}${show(file)}`;
  turns.splice(after === -1 ? turns.length : after, 0, { who: 'Assistant', time, text });
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
