import type { Tool } from '@modelcontextprotocol/server';
import { jsonSchemaOf } from '../tools/json-schema.js';
import { describeParameters } from './describe-parameters.js';
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
