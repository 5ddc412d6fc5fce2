import type { ModelMessage, SystemModelMessage } from 'ai';
import type { ToolResult } from '../tools/define-tool.js';
import type { UpdateImage } from './update.js';

/** The start of a run: what stays the same from run to run, then what changes with the vault and the day. */
export interface SystemPrompt {
  stable: string;
  changing: string;
}

/** Anthropic caches what stands above a mark; other providers cache equal beginnings by themselves. */
const CACHE_MARK = { anthropic: { cacheControl: { type: 'ephemeral' } } } as const;

export function systemMessages(
  { stable, changing }: SystemPrompt,
  cacheMarks: boolean,
): string | SystemModelMessage[] {
  if (!cacheMarks) return `${stable}\n\n${changing}`;
  return [stable, changing].map((content) => ({ role: 'system', content, providerOptions: CACHE_MARK }));
}

export function firstMessage(prompt: string, images: readonly UpdateImage[]): ModelMessage {
  return { role: 'user', content: [{ type: 'text', text: prompt }, ...images.map(imagePart)] };
}

/** The last message with a cache mark: the next request of the run begins with the same messages. */
export function withCacheMark(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.map((message, index) =>
    index === messages.length - 1 ? { ...message, providerOptions: CACHE_MARK } : message,
  );
}

/** Images of results that can't carry any, as a message of their own after the results. */
export function withPictures(
  messages: readonly ModelMessage[],
  pictures: ReadonlyMap<string, ToolResult['images']>,
): ModelMessage[] {
  if (pictures.size === 0) return [...messages];
  return messages.flatMap((message): ModelMessage[] => {
    if (message.role !== 'tool') return [message];
    const shown = message.content.flatMap((part) =>
      part.type === 'tool-result' ? (pictures.get(part.toolCallId) ?? []) : [],
    );
    return shown.length === 0 ? [message] : [message, { role: 'user', content: shown.map(imagePart) }];
  });
}

/**
 * A request of ours at the end. After results it stands in the last of them: Mistral refuses a user's message between the
 * results and the model's next words.
 */
export function withRequest(messages: readonly ModelMessage[], request: string): ModelMessage[] {
  const last = messages.at(-1);
  const part = last?.role === 'tool' ? last.content.at(-1) : undefined;
  if (last?.role !== 'tool' || part?.type !== 'tool-result')
    return [...messages, { role: 'user', content: request }];
  const { output } = part;
  const added =
    output.type === 'content'
      ? { ...output, value: [...output.value, { type: 'text' as const, text: request }] }
      : { type: 'text' as const, value: `${'value' in output ? output.value : ''}\n\n${request}` };
  return [
    ...messages.slice(0, -1),
    { ...last, content: [...last.content.slice(0, -1), { ...part, output: added }] },
  ];
}

function imagePart({ bytes, media_type: mediaType }: { bytes: Buffer; media_type: string }) {
  return { type: 'image' as const, image: bytes, mediaType };
}
