import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { toolLine } from '../../../service/transcripts/session-text.js';
import type { Turn } from '../../../service/transcripts/turns.js';
import {
  dateOf,
  type JsonRecord,
  listOf,
  parseRecord,
  recordOf,
  textOf,
} from '../../../shared/loose-json.js';
import { mediaTypeOf } from '../../../vault/images.js';
import { hasImageName, imageEnding, imageTypeOf } from '../../../vault/kinds.js';
import { type Conversation, conversationItem, fenced, webLink } from '../conversation.js';
import { exportSource } from '../conversation-source.js';
import { safeName } from '../documents/embedded-files.js';
import { createCount, type Offer, type SkippedItem } from '../item.js';
import { LINK, readSourceFile, readSourceStart, type SourceFile } from '../source-file.js';

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

interface MessageContext {
  count: ReturnType<typeof createCount>;
  /** A file of the export by its id; undefined if the export does not contain it. */
  fileOf(id: string): ExportFile | undefined;
  /** Adds a file to the import; returns how the text shows it. */
  show(file: ExportFile): string;
  /** The name of the canvas that was created last. */
  canvas: string;
}

/** A message as Markdown; empty if it has nothing that was said or made. What is left out is counted. */
function messageText(message: JsonRecord, context: MessageContext): string {
  const [content, metadata] = [recordOf(message.content), recordOf(message.metadata)];
  const type = textOf(content.content_type);
  const recipient = textOf(message.recipient) || 'all';
  const role = textOf(recordOf(message.author).role);
  if (type === 'thoughts' || type === 'reasoning_recap') context.count.add('thoughts');
  else if (type === 'execution_output') return outputText(content, metadata, context);
  else if (role === 'tool') return toolResult(content, context);
  else if (recipient.startsWith('canmore.')) return canvasText(recipient, bodyOf(content), context);
  else if (recipient !== 'all') return callText(recipient, content);
  else if (type === 'code')
    return fenced(textOf(content.text), textOf(content.language).replace('unknown', ''));
  else if (type === 'text' || type === 'multimodal_text')
    return [partsText(content, metadata, context), ...attachmentsOf(content, metadata, context)]
      .filter((part) => part !== '')
      .join('\n\n');
  // What the user wrote in the settings comes with every conversation.
  else if (type === 'user_editable_context' || type === 'model_editable_context')
    context.count.add('instructions from the settings');
  else leaveOut(type, context);
  return '';
}

/** Counts a part of a type that is not known. */
function leaveOut(type: string, { count }: MessageContext): void {
  count.add(type === '' ? 'unknown parts' : `parts of type ${type}`);
}

function bodyOf(content: JsonRecord): string {
  return textOf(content.text) || listOf(content.parts).map(textOf).join('\n');
}

/** Code for the interpreter as it is; any other call of a tool in one line. */
function callText(recipient: string, content: JsonRecord): string {
  const body = bodyOf(content);
  if (recipient === 'python') return fenced(body, 'python');
  return toolLine(recipient, parseRecord(body) ?? { query: body });
}

/** What code printed, and the images that it made. */
function outputText(content: JsonRecord, metadata: JsonRecord, context: MessageContext): string {
  const text = textOf(content.text);
  const images = listOf(recordOf(metadata.aggregate_result).messages)
    .map(recordOf)
    .filter(({ message_type: kind }) => kind === 'image')
    .map((image) => shownImage(textOf(image.image_url), context));
  context.count.add('images made by code', images.filter((image) => image === null).length);
  return [text.trim() === '' ? null : `Output:\n\n${fenced(text)}`, ...images]
    .filter((part) => part !== null)
    .join('\n\n');
}

/** Of what tools answer, the images they made are shown. */
function toolResult(content: JsonRecord, context: MessageContext): string {
  const images = listOf(content.parts).filter((part) => textOf(recordOf(part).asset_pointer) !== '');
  if (images.length > 0) return images.map((part) => imageText(recordOf(part), context)).join('\n\n');
  if (bodyOf(content).trim() !== '' || textOf(content.result) !== '') context.count.add('tool results');
  return '';
}

/** A document beside the conversation: how it begins, and every change to it. */
function canvasText(recipient: string, body: string, context: MessageContext): string {
  const call = parseRecord(body);
  if (call === null) return fenced(body);
  if (recipient === 'canmore.create_textdoc') {
    context.canvas = textOf(call.name) || 'untitled';
    return `**Canvas: ${context.canvas}**\n\n${documentText(textOf(call.content), textOf(call.type))}`;
  }
  const changes = [...listOf(call.updates), ...listOf(call.comments)].map(recordOf).map((change) => {
    const text = textOf(change.replacement) || textOf(change.comment);
    const pattern = textOf(change.pattern);
    return pattern === '.*' || pattern === '' ? text : `${fenced(pattern)}\n\n→\n\n${text}`;
  });
  const what = recipient === 'canmore.comment_textdoc' ? 'comments' : 'changed';
  return `**Canvas: ${context.canvas}, ${what}**\n\n${changes.join('\n\n')}`;
}

function documentText(text: string, type: string): string {
  return type.startsWith('code') ? fenced(text, type.slice('code/'.length)) : text;
}

/** Newer canvases are parts of the answer: `:::writing{variant="email" subject="Thanks"}`, the text, `:::`. */
function withWritings(text: string): string {
  return text.replaceAll(WRITING, (_, attributes: string, body: string) => {
    const values = new Map([...attributes.matchAll(ATTRIBUTE)].map(([, name, value]) => [name!, value!]));
    const title = values.get('title') || values.get('subject') || values.get('variant') || 'untitled';
    return `**Canvas: ${title}**\n\n${body.trim()}`;
  });
}

const WRITING = /^:::writing\{([^}\n]{0,1000})\}\n([\s\S]*?)(?:^:::[ \t]*$|(?![\s\S]))/gm;
const ATTRIBUTE = /\b(title|subject|variant)="([^"\n]{1,200})"/g;

function partsText(content: JsonRecord, metadata: JsonRecord, context: MessageContext): string {
  return listOf(content.parts)
    .map((part) =>
      typeof part === 'string'
        ? withWritings(withCitations(part, metadata, context.count))
        : mediaText(recordOf(part), context),
    )
    .filter((part) => part !== '')
    .join('\n\n');
}

function mediaText(part: JsonRecord, context: MessageContext): string {
  // A voice conversation: the transcript is in the text.
  if (textOf(part.text) !== '') return textOf(part.text);
  const type = textOf(part.content_type);
  if (/audio|video/.test(type)) {
    context.fileOf(idOf(textOf(recordOf(part.audio_asset_pointer ?? part).asset_pointer)) ?? '');
    context.count.add('recordings');
  } else if (textOf(part.asset_pointer) !== '') return imageText(part, context);
  else leaveOut(type, context);
  return '';
}

function imageText(part: JsonRecord, context: MessageContext): string {
  const shown = shownImage(textOf(part.asset_pointer), context);
  if (shown === null) context.count.add('images');
  return shown ?? '[image]';
}

/** Null if the export does not contain it. */
function shownImage(pointer: string, context: MessageContext): string | null {
  const file = context.fileOf(idOf(pointer) ?? '');
  return file === undefined ? null : `!${context.show(file)}`;
}

/** Files that the user attached; images among them are parts of the text too. */
function attachmentsOf(content: JsonRecord, metadata: JsonRecord, context: MessageContext): string[] {
  const shown = new Set(listOf(content.parts).map((part) => idOf(textOf(recordOf(part).asset_pointer))));
  return listOf(metadata.attachments)
    .map(recordOf)
    .filter(({ id }) => !shown.has(textOf(id)))
    .map(({ id, name }) => {
      const file = context.fileOf(textOf(id));
      if (file !== undefined) return context.show(file);
      context.count.add('attached files');
      return `[file: ${textOf(name) || 'untitled'}]`;
    });
}

function idOf(pointer: string): string | undefined {
  return /^[a-z-]+:\/\/(file[-_][\w-]+)/.exec(pointer)?.[1];
}

/**
 * The text of an answer with its citations as links. ChatGPT marks a citation in the text, by private characters
 * (`\ue200cite\ue202turn0search1\ue201`) or by `【12†source】`, and says in the metadata what it stands for.
 */
function withCitations(text: string, metadata: JsonRecord, count: ReturnType<typeof createCount>): string {
  let cited = text;
  for (const reference of listOf(metadata.content_references).map(recordOf)) {
    const marked = textOf(reference.matched_text);
    if (!MARKED.test(marked) && !/^【[^】]+】$/.test(marked)) continue;
    const links = linksOf(reference);
    cited = cited.replaceAll(` ${marked}`, () => links).replaceAll(marked, () => links);
  }
  return withoutMarks(withOldCitations(cited, metadata), count);
}

/** What a reference shows: the pages it groups, or its own. */
function linksOf(reference: JsonRecord): string {
  const pages = [...listOf(reference.items), ...listOf(reference.sources), reference].map(recordOf);
  const links = pages.flatMap((page) => {
    const [title, url] = [textOf(page.title) || textOf(page.name), textOf(page.url)];
    return url === '' ? [] : [webLink(title || textOf(page.attribution), url)];
  });
  if (links.length > 0) return ` (${[...new Set(links)].join(', ')})`;
  // A file has a name and no address; a person, a place or a video has what the page shows instead.
  const name = textOf(reference.name) || textOf(reference.title);
  return textOf(reference.alt) || (name === '' ? '' : ` (${name})`);
}

/** The k-th mark is the k-th citation, unless they say where they are. */
function withOldCitations(text: string, metadata: JsonRecord): string {
  const citations = listOf(metadata.citations).map(recordOf);
  if (citations.length === 0) return text;
  let number = 0;
  return text.replaceAll(OLD_MARK, (mark, at: number) => {
    const own = citations.find(({ start_ix: start }) => start === at) ?? citations[number];
    number++;
    const about = recordOf(own?.metadata);
    const [title, url] = [textOf(about.title) || textOf(about.name), textOf(about.url)];
    if (url !== '') return ` (${webLink(title, url)})`;
    return title === '' ? mark : ` (${title})`;
  });
}

/** What no metadata explains: the words of a mark where it has some, otherwise nothing. */
function withoutMarks(text: string, count: ReturnType<typeof createCount>): string {
  return text
    .replaceAll(MARKS, (_, kind: string, value: string) => {
      const words = wordsOf(kind, value);
      if (words === '') count.add(kind === 'image_group' ? 'groups of images' : 'citations without a link');
      return words;
    })
    .replaceAll(/[\ue000-\uf8ff]/g, '');
}

/** `entity` carries a list with the name second, `url` a title and an address. */
function wordsOf(kind: string, value: string): string {
  if (kind === 'url') {
    const [title = '', url = ''] = value.split('\ue202');
    return webLink(title, url);
  }
  if (kind !== 'entity') return '';
  try {
    return textOf(listOf(JSON.parse(value))[1]);
  } catch {
    return '';
  }
}

const MARKED = /^\ue200[^\ue201]*\ue201$/;
const MARKS = /\ue200([^\ue200-\ue202]*)\ue202?([^\ue200\ue201]*)\ue201/g;
const OLD_MARK = /【[^【】\n]{1,100}】/g;

/** A file that conversations show: its name there, and its name in the vault. */
interface ExportFile extends SourceFile {
  label: string;
  name: string;
}

/**
 * The files beside the conversations of an export, also one folder down, by the id with which their names begin:
 * `file-abc123-photo.png`. Newer exports call each of them `file-abc123.dat`, and say elsewhere what it was called.
 */
function createExportFiles({ root, address }: SourceFile) {
  const files = new Map<string, SourceFile & { given: string }>();
  const links: SkippedItem[] = [];
  const used = new Set<string>();
  const folder = dirname(address);
  const library = readLibrary(root, folder);
  const ownNames = new Map([...library.map(nameOf), ...readNames(root, folder)]);
  const top = readdirSync(folder, { withFileTypes: true });
  const below = top.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  for (const place of [folder, ...below]) {
    for (const entry of place === folder ? top : readdirSync(place, { withFileTypes: true })) {
      const id = /^file[-_][A-Za-z0-9]+/.exec(entry.name)?.[0];
      if (id === undefined) continue;
      if (entry.isFile()) files.set(id, { root, address: join(place, entry.name), given: entry.name });
      else if (entry.isSymbolicLink()) links.push({ from: entry.name, skipped: LINK });
    }
  }

  return {
    links,
    /** Undefined if the export does not contain it. */
    fileOf(id: string): ExportFile | undefined {
      const file = files.get(id);
      if (file === undefined) return undefined;
      used.add(id);
      const { given, ...source } = file;
      const label = labelOf(source, (/\.dat$/i.test(given) && ownNames.get(id)) || given);
      return { ...source, label, name: label.startsWith(id) ? label : safeName(`${id}-${label}`) };
    },
    /** What ChatGPT made in a conversation; the export may lack the message that shows it. */
    madeIn: (conversation: string): { id: string; time: Date | null }[] =>
      library
        .filter((file) => textOf(file.origination_thread_id) === conversation)
        .filter(({ library_artifact_type: type }) => type === 'image' || type === 'report')
        .map((file) => ({ id: textOf(file.file_id), time: dateOf(file.created_at) })),
    /** Those that no conversation asked for. */
    unused: (): SkippedItem[] =>
      [...files]
        .filter(([id]) => !used.has(id))
        .map(([id, { given }]) => ({ from: ownNames.get(id) || given, skipped: NOT_SHOWN })),
  };
}

const NOT_SHOWN = 'no imported message shows it';

/** Files that were uploaded or made, with their names and where they come from. */
function readLibrary(root: string, folder: string): JsonRecord[] {
  const list = textIn(root, join(folder, 'library_files.json'));
  return listOf(parseRecord(`{"files":${list || '[]'}}`)?.files).map(recordOf);
}

function nameOf(file: JsonRecord): [string, string] {
  return [textOf(file.file_id), textOf(file.file_name)];
}

/** The names of files before the export, by id. */
function readNames(root: string, folder: string): [string, string][] {
  const names = parseRecord(textIn(root, join(folder, 'conversation_asset_file_names.json'))) ?? {};
  return Object.entries(names).map(([file, name]) => [file.replace(/\.dat$/i, ''), textOf(name)]);
}

function textIn(root: string, address: string): string {
  return existsSync(address) ? readSourceFile({ root, address }).toString('utf8') : '';
}

/** The name of a file, made safe. An image gets the ending of its type: the export may have given it none, or another. */
function labelOf(file: SourceFile, given: string): string {
  const name = safeName(given);
  const type = mediaTypeOf(readSourceStart(file, 12));
  if (type === null || imageTypeOf(name) === type) return name;
  return `${name.replace(/\.(?:dat|png|jpe?g|gif|webp)$/i, '')}.${imageEnding(type)}`;
}
