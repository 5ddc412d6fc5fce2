import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { CallResult } from '../../operations/calls.js';
import { concat } from '../../tools/concat.js';
import type { Tool } from '../../tools/define-tool.js';
import { optional, parseInput } from '../../tools/parse-input.js';
import { read } from '../../tools/read.js';
import { tree } from '../../tools/tree.js';
import { callOne, type FileVersion, versionLine } from '../call-one.js';
import type { McpTool } from '../mcp-tool.js';
import { MOST_CHARACTERS, pageOf } from '../page.js';
import { wordsOfThisDoor } from './words.js';

const OFFSET = 'an integer from 0, as the answer before said';

const paging = z.object({ offset: optional(z.int(OFFSET).nonnegative(OFFSET), 0) });

/** `read`, `tree` and `concat` as they are, in parts if the result is long. */
export const readTool = readingTool(read, 'Read files');
export const treeTool = readingTool(tree, 'List files');
export const concatTool = readingTool(concat, 'Assemble passages', '- `files`: in the order to show them.');

function readingTool(tool: Tool, title: string, prose?: string): McpTool {
  const input = tool.input.extend(paging.shape);
  return {
    name: tool.name,
    title,
    input,
    hints: tool.hints,
    get description() {
      const parameters = [...(prose === undefined ? [] : [prose]), PAGES].join('\n');
      return `${wordsOfThisDoor(tool.description)}\n\n${parameters}`;
    },
    async call(raw, call) {
      const given = parseInput(tool.name, input, raw);
      const { offset } = paging.parse(given);
      const { result, versions } = await callOne(call, { tool: tool.name, input: withoutOffset(given) });
      return pagedResult(tool.name, withoutOffset(raw), result, versions, offset);
    },
  };
}

const PAGES = '- `offset`: as the last line says where a long result comes in parts.';

/** One part of a result: its text, the versions and images of its files, and the call for the next part. */
function pagedResult(
  name: string,
  given: object,
  result: CallResult,
  versions: readonly FileVersion[],
  offset: number,
): CallToolResult {
  for (let room = MOST_CHARACTERS; ; room = Math.floor(room * 0.8)) {
    const { text, next } = pageOf(result.text, offset, room);
    const { images, left } = imagesIn(text, result.images);
    const more = [
      ...(left.length > 0 ? [`[images left out: ${left.join('; ')}]`] : []),
      ...(next === null ? [] : [continuation(name, { ...given, offset: next }, result.text.length)]),
    ];
    const matches = versions.filter(({ path }) => mentions(text, path)).map(versionLine);
    const blocks = [[text, ...more].join('\n\n'), ...(matches.length > 0 ? [matches.join('\n')] : [])];
    if (blocks.join('').length > MOST_CHARACTERS && room > 1_000) continue;
    return {
      content: [
        ...blocks.map((part) => ({ type: 'text' as const, text: part })),
        ...images.map(({ media_type, data }) => ({
          type: 'image' as const,
          mimeType: media_type,
          data,
        })),
      ],
    };
  }
}

function continuation(tool: string, input: object, length: number): string {
  return `[part of ${length} characters; for the next part call ${tool} with ${JSON.stringify(input)}]`;
}

function mentions(text: string, shown: string): boolean {
  return ['```', '~~~'].some(
    (fence) => text.includes(`${fence}${shown}\n`) || text.includes(`${fence}${shown} (`),
  );
}

/** What models accept, in base64: one image of 3.75 MB, and in total no more than a client's buffer holds. */
const MOST_OF_AN_IMAGE = 5_000_000;
const MOST_AT_ONCE = 8_000_000;

function imagesIn(
  text: string,
  images: CallResult['images'],
): { images: CallResult['images']; left: string[] } {
  const shown: CallResult['images'] = [];
  const left: string[] = [];
  let characters = 0;
  for (const image of images) {
    if (!text.includes(`[image] ${image.path} (`)) continue;
    const size = image.data.length;
    if (size > MOST_OF_AN_IMAGE) left.push(`${image.path} is larger than 3.75 MB`);
    else if (characters + size > MOST_AT_ONCE)
      left.push(`for ${image.path} call read with ${JSON.stringify({ paths: image.path })}`);
    else {
      shown.push(image);
      characters += size;
    }
  }
  return { images: shown, left };
}

function withoutOffset(parameters: unknown): object {
  const kept = Object.entries(parameters ?? {}).filter(([name]) => name !== 'offset');
  return Object.fromEntries(kept);
}
