import type { Tool } from '@modelcontextprotocol/server';
import { jsonSchemaOf } from '../tools/json-schema.js';
import type { McpTool } from './mcp-tool.js';

/** A tool as `tools/list` shows it. */
export function listed({ name, title, description, input, output, hints, alwaysLoad }: McpTool): Tool {
  return {
    name,
    title,
    description,
    inputSchema: jsonSchemaOf(input, 'input'),
    ...(output && { outputSchema: jsonSchemaOf(output, 'output') }),
    annotations: {
      readOnlyHint: hints.readOnly,
      destructiveHint: hints.destructive,
      idempotentHint: hints.idempotent,
      openWorldHint: false,
    },
    ...(alwaysLoad && { _meta: { 'anthropic/alwaysLoad': true } }),
  };
}
