import { toolLine } from '../../../service/transcripts/session-text.js';
import type { Turn } from '../../../service/transcripts/turns.js';
import { dateOf, type JsonRecord, listOf, recordOf, textOf } from '../../../shared/loose-json.js';
import { type Conversation, conversationItem, fenced, webLink } from '../conversation.js';
import { exportSource } from '../conversation-source.js';
import { createCount } from '../item.js';
import { projectOffers } from './claude-projects.js';

type Count = ReturnType<typeof createCount>;

/** Conversations with their artifacts; the text of an attached document is part of its turn. Projects are notes. */
export const claude = exportSource({
  name: 'claude',
  product: 'Claude',
  detect: (record) => Array.isArray(record.chat_messages),
  open: (file) => ({
    first: projectOffers(file),
    offersOf: (record) => [conversationItem(read(record))],
  }),
});

function read(record: JsonRecord): Conversation {
  const count = createCount();
  return {
    kind: 'claude',
    product: 'Claude',
    id: textOf(record.uuid) || textOf(record.created_at),
    title: textOf(record.name),
    created: dateOf(record.created_at),
    updated: dateOf(record.updated_at),
    leftOut: count.all,
    turns: listOf(record.chat_messages).map((value): Turn => {
      const message = recordOf(value);
      const parts = [
        saidIn(message, count),
        ...listOf(message.attachments).map(documentOf),
        ...listOf(message.files).map((file) => fileOf(file, count)),
      ];
      return {
        who: message.sender === 'human' ? 'User' : 'Assistant',
        time: dateOf(message.created_at),
        text: parts.filter((part) => part !== '').join('\n\n'),
      };
    }),
  };
}

/** Newer exports contain blocks; older ones only the text, with artifacts as elements in it. */
function saidIn(message: JsonRecord, count: Count): string {
  const blocks = listOf(message.content).map((value) => blockText(recordOf(value), count));
  const said = blocks.filter((text) => text !== '').join('\n\n');
  return said === '' ? withArtifacts(textOf(message.text)) : said;
}

function blockText(block: JsonRecord, count: Count): string {
  const type = textOf(block.type);
  if (type === 'text' || type === 'voice_note') return withArtifacts(textOf(block.text)) + sourcesOf(block);
  if (type === 'tool_use') return toolText(textOf(block.name), recordOf(block.input));
  if (type === 'thinking' || type === 'redacted_thinking') count.add('thoughts');
  else if (type === 'tool_result') count.add('tool results');
  else if (type !== 'token_budget') count.add(type === '' ? 'unknown parts' : `parts of type ${type}`);
  return '';
}

/** What an answer cites, once each. */
function sourcesOf({ citations }: JsonRecord): string {
  const links = listOf(citations).map((value) => {
    const citation = recordOf(value);
    const url = textOf(citation.url) || textOf(recordOf(citation.details).url);
    return url === '' ? '' : webLink(textOf(citation.title), url);
  });
  const unique = [...new Set(links.filter((link) => link !== ''))];
  return unique.length === 0 ? '' : `\n\nSources: ${unique.join(', ')}`;
}

/** An artifact, code or file with its content or what changed in it; any other tool in one line. */
function toolText(name: string, input: JsonRecord): string {
  if (name === 'artifacts') return artifactText(input);
  const code = textOf(input.code);
  if (code !== '') return `${toolLine(name, {})}\n\n${fenced(code, textOf(input.language))}`;
  const content = textOf(input.file_text) || textOf(input.content);
  const made = changeText(input) || (content === '' ? '' : fenced(content));
  return [toolLine(name, input), made].filter((part) => part !== '').join('\n\n');
}

/** The lines that a change replaced, and the new ones; empty if the call changes nothing. */
function changeText(input: JsonRecord): string {
  const [old, next] = [textOf(input.old_str), textOf(input.new_str)];
  if (old === '' && next === '') return '';
  const marked = (text: string, mark: string) =>
    text === '' ? [] : text.split('\n').map((line) => mark + line);
  return fenced([...marked(old, '-'), ...marked(next, '+')].join('\n'), 'diff');
}

function artifactText(input: JsonRecord): string {
  const title = `**Artifact: ${textOf(input.title) || textOf(input.id) || 'untitled'}**`;
  const content = artifactContent(textOf(input.content), textOf(input.type), textOf(input.language));
  return `${title}\n\n${changeText(input) || content}`;
}

function artifactContent(content: string, type: string, language: string): string {
  return type === 'text/markdown' ? content : fenced(content, language || (/html|svg/.exec(type)?.[0] ?? ''));
}

/** Older exports have artifacts in the text: `<antArtifact type="…" title="…">…</antArtifact>`. */
function withArtifacts(text: string): string {
  return text.replaceAll(ARTIFACT, (_, attributes: string, content: string) => {
    const values = new Map([...attributes.matchAll(ATTRIBUTE)].map(([, name, value]) => [name!, value!]));
    const attributeOf = (name: string) => values.get(name) ?? '';
    const title = `**Artifact: ${attributeOf('title') || attributeOf('identifier') || 'untitled'}**`;
    return `\n\n${title}\n\n${artifactContent(content.trim(), attributeOf('type'), attributeOf('language'))}\n\n`;
  });
}

const ATTRIBUTE = /\b(title|identifier|type|language)="([^"]{0,200})"/g;
const ARTIFACT = /<antArtifact\b([^>]{0,1000})>((?:(?!<antArtifact\b)[\s\S])*?)<\/antArtifact>/g;

function documentOf(value: unknown): string {
  const attachment = recordOf(value);
  const text = textOf(attachment.extracted_content).trim();
  const name = textOf(attachment.file_name) || 'document';
  return text === '' ? `[file: ${name}]` : `[file: ${name}]\n\n${fenced(text)}`;
}

/** The export names these files without their content. */
function fileOf(value: unknown, count: Count): string {
  const name = textOf(recordOf(value).file_name);
  if (name === '') return '';
  count.add('attached files');
  return `[file: ${name}]`;
}
