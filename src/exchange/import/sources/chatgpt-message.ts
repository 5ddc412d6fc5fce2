import { toolLine } from '../../../service/transcripts/session-text.js';
import { type JsonRecord, listOf, parseRecord, recordOf, textOf } from '../../../shared/loose-json.js';
import { fenced } from '../conversation.js';
import type { createCount } from '../item.js';
import { withCitations } from './chatgpt-citations.js';
import type { ExportFile } from './chatgpt-files.js';

export interface MessageContext {
  count: ReturnType<typeof createCount>;
  /** A file of the export by its id; undefined if the export does not contain it. */
  fileOf(id: string): ExportFile | undefined;
  /** Adds a file to the import; returns how the text shows it. */
  show(file: ExportFile): string;
  /** The name of the canvas that was created last. */
  canvas: string;
}

/** A message as Markdown; empty if it has nothing that was said or made. What is left out is counted. */
export function messageText(message: JsonRecord, context: MessageContext): string {
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
