import type { Tool } from '@modelcontextprotocol/server';
import { type InputSchema, jsonSchemaOf } from '../tools/json-schema.js';
import type { McpTool } from './mcp-tool.js';

/** A tool as `tools/list` shows it. */
export function listed({ name, title, description, input, hints, alwaysLoad }: McpTool): Tool {
  return {
    name,
    title,
    ...describeParameters(description, jsonSchemaOf(input)),
    annotations: {
      readOnlyHint: hints.readOnly,
      destructiveHint: hints.destructive,
      idempotentHint: hints.idempotent,
      openWorldHint: false,
    },
    ...(alwaysLoad && { _meta: { 'anthropic/alwaysLoad': true } }),
  };
}

/** Where the text on parameters begins: `` `head`, `tail`: so many tokens from one end. `` */
const NAMED = /(?:^|\s|- )((?:`[a-z_]+`(?:, )?)+): /g;

/**
 * A tool's text and its schema, with what the text says of each parameter moved to it: clients show it there, and a model
 * reads it once.
 */
function describeParameters(text: string, schema: InputSchema): Pick<Tool, 'description' | 'inputSchema'> {
  const properties = { ...schema.properties };
  const [start = '', ...paragraphs] = text.split(/\n\n?(?=- )|\n\n/);
  const kept = [start, ...paragraphs].map((paragraph) => {
    const marks = [...paragraph.matchAll(NAMED)].filter(({ 1: names }) =>
      namesIn(names!).some((name) => name in properties),
    );
    marks.forEach(({ 0: mark, 1: names, index }, at) => {
      const said = paragraph.slice(index + mark.length, marks[at + 1]?.index).trim();
      for (const name of namesIn(names!))
        if (name in properties) properties[name] = { ...properties[name], description: said };
    });
    return paragraph.slice(0, marks[0]?.index).trim();
  });
  return {
    description: kept.filter((paragraph) => paragraph !== '').join('\n\n'),
    inputSchema: { ...schema, properties } as Tool['inputSchema'],
  };
}

function namesIn(marked: string): string[] {
  return [...marked.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name!);
}
