import type { LanguageModel, ModelMessage, Tool as ModelTool } from 'ai';
import { z } from 'zod';
import { errorLine, RappelError } from '../shared/errors.js';
import type { Tool, ToolContext, ToolResult } from '../tools/define-tool.js';
import type { AgentEvent, Usage } from './answer.js';
import type { DataMark } from './as-data.js';
import { loadSdk } from './load-sdk.js';
import { modelError } from './model-error.js';
import type { ModelSettings, RunLimits } from './model-settings.js';
import type { UpdateImage } from './update.js';

export interface LoopRequest {
  model: LanguageModel;
  settings: ModelSettings;
  limits: RunLimits;
  /** Marks tool results as data, errors included: they quote file names and lines. */
  asData: DataMark;
  system: string;
  prompt: string;
  images?: readonly UpdateImage[];
  /** Everything the model can do: it knows no other tools. */
  tools: readonly Tool[];
  context: ToolContext;
  /** What the last call asks for, after a limit is reached. */
  finalRequest: string;
  onEvent: (event: AgentEvent) => void;
  /** Called after every successful tool call. */
  onResult?: (tool: Tool, input: unknown, result: ToolResult) => void;
  signal?: AbortSignal | undefined;
}

/**
 * The loop of both agents: the model reasons, calls tools and stops on its own; at a limit, one last call
 * without tools forces an answer. Returns the model's last text. Throws `RappelError` with the code `model`.
 */
export async function runLoop(request: LoopRequest): Promise<{ text: string; usage: Usage }> {
  const { stepCountIs, streamText } = await loadSdk();
  const { limits, onEvent, settings } = request;
  const usage: Usage = { model: settings.model, inputTokens: 0, outputTokens: 0, steps: 0, cost: null };
  const timeout = AbortSignal.timeout(limits.milliseconds);
  const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout;
  let text = '';
  try {
    const run = streamText({
      model: request.model,
      system: request.system,
      messages: [firstMessage(request)],
      tools: await modelTools(request),
      stopWhen: stepCountIs(limits.steps + 1),
      maxOutputTokens: limits.outputTokens,
      maxRetries: limits.retries,
      abortSignal: signal,
      onError: () => {}, // comes through the stream below
      prepareStep: ({ stepNumber, messages }) => {
        const spent = usage.inputTokens + usage.outputTokens;
        if (stepNumber < limits.steps && spent < limits.tokens) return {};
        return {
          toolChoice: 'none',
          activeTools: [],
          messages: [...messages, { role: 'user', content: request.finalRequest }],
        };
      },
    });
    for await (const part of run.fullStream) {
      if (part.type === 'start-step') text = '';
      else if (part.type === 'text-delta') {
        text += part.text;
        onEvent({ type: 'text', text: part.text });
      } else if (part.type === 'reasoning-delta') onEvent({ type: 'thinking', text: part.text });
      else if (part.type === 'tool-call') {
        onEvent({ type: 'tool-call', id: part.toolCallId, tool: part.toolName, input: part.input });
      } else if (part.type === 'tool-result') {
        const { ok, text: shown } = part.output as CallOutput;
        onEvent({ type: 'tool-result', id: part.toolCallId, tool: part.toolName, ok, text: shown });
      } else if (part.type === 'tool-error') {
        onEvent({
          type: 'tool-result',
          id: part.toolCallId,
          tool: part.toolName,
          ok: false,
          text: String(part.error),
        });
      } else if (part.type === 'finish-step') {
        addUsage(usage, settings, part.usage);
        onEvent({ type: 'usage', usage: { ...usage } });
      } else if (part.type === 'error') throw part.error;
      else if (part.type === 'abort') throw signal.reason;
    }
  } catch (error) {
    throw modelError(error, settings, {
      timedOut: timeout.aborted,
      answered: usage.steps > 0,
      cancelled: request.signal?.aborted === true,
    });
  }
  onEvent({ type: 'done' });
  return { text: text.trim(), usage };
}

function firstMessage({ prompt, images = [] }: LoopRequest): ModelMessage {
  const pictures = images.map(({ bytes, media_type: mediaType }) => ({
    type: 'image' as const,
    image: bytes,
    mediaType,
  }));
  return { role: 'user', content: [{ type: 'text', text: prompt }, ...pictures] };
}

interface CallOutput {
  ok: boolean;
  text: string;
  images: ToolResult['images'];
}

async function modelTools(request: LoopRequest): Promise<Record<string, ModelTool>> {
  const { jsonSchema, tool: defineModelTool } = await loadSdk();
  const entries = request.tools.map((tool) => {
    // The tool checks its own parameters: its errors tell the model how to correct the call.
    const schema = jsonSchema(
      z.toJSONSchema(tool.input, { io: 'input' }) as Parameters<typeof jsonSchema>[0],
    );
    const modelTool = defineModelTool<unknown, CallOutput>({
      description: tool.description,
      inputSchema: schema,
      execute: (input) => callTool(tool, input, request),
      toModelOutput: ({ output }) => ({
        type: 'content',
        value: [
          { type: 'text', text: request.asData(tool.name, output.text) },
          ...output.images.map(({ bytes, media_type: mediaType }) => ({
            type: 'image-data' as const,
            data: bytes.toString('base64'),
            mediaType,
          })),
        ],
      }),
    });
    return [tool.name, modelTool as ModelTool] as const;
  });
  return Object.fromEntries(entries);
}

async function callTool(tool: Tool, input: unknown, { context, onResult }: LoopRequest): Promise<CallOutput> {
  try {
    const result = await tool.call(input, context);
    onResult?.(tool, input, result);
    return { ok: true, text: result.text, images: result.images };
  } catch (error) {
    if (!(error instanceof RappelError)) return { ok: false, text: `[error] ${error}`, images: [] };
    const hint = error.hint === null ? '' : `\n${error.hint}`;
    return { ok: false, text: errorLine(error) + hint, images: [] };
  }
}

function addUsage(
  usage: Usage,
  { price }: ModelSettings,
  step: { inputTokens?: number | undefined; outputTokens?: number | undefined },
): void {
  usage.inputTokens += step.inputTokens ?? 0;
  usage.outputTokens += step.outputTokens ?? 0;
  usage.steps++;
  if (price !== null)
    usage.cost = (usage.inputTokens * price.input + usage.outputTokens * price.output) / 1_000_000;
}
