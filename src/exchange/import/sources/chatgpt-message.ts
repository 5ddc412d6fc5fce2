import { toolLine } from '../../../service/transcripts/session-text.js';
import { type JsonRecord, listOf, parseRecord, recordOf, textOf } from '../../../shared/loose-json.js';
import { fenced } from '../conversation.js';
import type { createCount } from '../item.js';
import { withCitations } from './chatgpt-citations.js';

export interface MessageContext {
  count: ReturnType<typeof createCount>;
  /** The address of a file of the export by its id, or undefined. */
  fileOf(id: string): string | undefined;
  /** Adds a file to the import; returns how the text shows it. */
  show(address: string): string;
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
  else context.count.add(type === '' ? 'unknown parts' : `parts of type ${type}`);
  return '';
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

function outputText(content: JsonRecord, metadata: JsonRecord, { count }: MessageContext): string {
  const made = listOf(recordOf(metadata.aggregate_result).messages).map(recordOf);
  count.add('images made by code', made.filter(({ message_type: kind }) => kind === 'image').length);
  const text = textOf(content.text);
  return text.trim() === '' ? '' : `Output:\n\n${fenced(text)}`;
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

function partsText(content: JsonRecord, metadata: JsonRecord, context: MessageContext): string {
  return listOf(content.parts)
    .map((part) =>
      typeof part === 'string'
        ? withCitations(part, metadata, context.count)
        : mediaText(recordOf(part), context),
    )
    .filter((part) => part !== '')
    .join('\n\n');
}

function mediaText(part: JsonRecord, context: MessageContext): string {
  // A voice conversation: the transcript is in the text.
  if (textOf(part.text) !== '') return textOf(part.text);
  if (/audio|video/.test(textOf(part.content_type))) {
    context.count.add('recordings');
    return '';
  }
  return imageText(part, context);
}

function imageText(part: JsonRecord, context: MessageContext): string {
  const id = idOf(textOf(part.asset_pointer));
  if (id === undefined) return '';
  const address = context.fileOf(id);
  if (address !== undefined) return `!${context.show(address)}`;
  context.count.add('images');
  return '[image]';
}

/** Files that the user attached; images among them are parts of the text too. */
function attachmentsOf(content: JsonRecord, metadata: JsonRecord, context: MessageContext): string[] {
  const shown = new Set(listOf(content.parts).map((part) => idOf(textOf(recordOf(part).asset_pointer))));
  return listOf(metadata.attachments)
    .map(recordOf)
    .filter(({ id }) => !shown.has(textOf(id)))
    .map(({ id, name }) => {
      const address = context.fileOf(textOf(id));
      if (address !== undefined) return context.show(address);
      context.count.add('attached files');
      return `[file: ${textOf(name) || 'untitled'}]`;
    });
}

function idOf(pointer: string): string | undefined {
  return /^[a-z-]+:\/\/(file[-_][\w-]+)/.exec(pointer)?.[1];
}
