import type { FinishReason, LanguageModel, Tool as ModelTool } from 'ai';
import { z } from 'zod';
import { ENGLISH, errorLine, RappelError } from '../shared/errors.js';
import { maskIn } from '../shared/secrets.js';
import type { Tool, ToolContext, ToolResult } from '../tools/define-tool.js';
import { terseSchemaOf } from '../tools/json-schema.js';
import { nextStepOf } from '../words/message.js';
import { type AgentEvent, NO_USAGE, stepOf, type Usage } from './answer.js';
import type { DataMark } from './as-data.js';
import { loadSdk } from './load-sdk.js';
import { modelError } from './model-error.js';
import {
  firstMessage,
  type SystemPrompt,
  systemMessages,
  withCacheMark,
  withPictures,
  withRequest,
} from './model-messages.js';
import type { ModelSettings, RunLimits } from './model-settings.js';
import { type ImagePlace, traitsOf } from './models.js';
import type { UpdateImage } from './update.js';

interface LoopRequest {
  model: LanguageModel;
  settings: ModelSettings;
  limits: RunLimits;
  /** Marks tool results as data, errors included: they quote file names and lines. */
  asData: DataMark;
  system: SystemPrompt;
  prompt: string;
  images?: readonly UpdateImage[];
  /** Everything the model can do: it knows no other tools. */
  tools: readonly Tool[];
  context: ToolContext;
  /** What the last request asks for, after a limit is reached, and whether it still offers tools. */
  lastStep: { request: string; withTools: boolean };
  onEvent: (event: AgentEvent) => void;
  /** Called after every successful tool call. */
  onResult?: (tool: Tool, input: unknown, result: ToolResult) => void;
  signal?: AbortSignal | undefined;
}

interface LoopResult {
  /** The model's final text. */
  text: string;
  usage: Usage;
  /** Whether a limit of steps or tokens cut the run short. */
  reachedLimit: boolean;
}

/**
 * The loop of both agents: the model reasons, calls tools and stops on its own; at a limit, one last request asks for the
 * end. Throws `RappelError` with the code `model`, also where the model was cut off, refused or did not end.
 */
export async function runLoop(request: LoopRequest): Promise<LoopResult> {
  const { stepCountIs, streamText } = await loadSdk();
  const { limits, onEvent, settings } = request;
  const traits = traitsOf(settings.provider);
  const usage: Usage = { ...NO_USAGE, model: settings.model };
  const timeout = AbortSignal.timeout(limits.milliseconds);
  const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout;
  const pictures = new Map<string, ToolResult['images']>();
  let step: StepCalls = noCalls();
  let reachedLimit = false;
  let text = '';
  let reason: FinishReason = 'other';
  try {
    const run = streamText({
      model: request.model,
      system: systemMessages(request.system, traits.cacheMarks),
      messages: [firstMessage(request.prompt, request.images ?? [])],
      tools: await modelTools({ ...request, images: traits.images, step: () => step, pictures }),
      stopWhen: [stepCountIs(limits.steps + 1), () => isEnd(step) || reachedLimit],
      maxOutputTokens: limits.outputTokens,
      maxRetries: limits.retries,
      abortSignal: signal,
      onError: () => {}, // comes through the stream below
      prepareStep: ({ stepNumber, messages: given }) => {
        step = noCalls();
        reachedLimit = stepNumber >= limits.steps || usage.inputTokens + usage.outputTokens >= limits.tokens;
        const { request: last, withTools } = request.lastStep;
        const messages = withPictures(reachedLimit ? withRequest(given, last) : given, pictures);
        return {
          messages: traits.cacheMarks ? withCacheMark(messages) : messages,
          ...(reachedLimit && !withTools && { toolChoice: 'none' as const }),
        };
      },
    });
    for await (const part of run.fullStream) {
      if (part.type === 'start-step') text = '';
      else if (part.type === 'text-delta') {
        text += part.text;
        onEvent({ type: 'text', text: part.text });
      } else if (part.type === 'reasoning-delta') onEvent({ type: 'thinking', text: part.text });
      else if (part.type === 'tool-call' && part.toolName !== DONE) {
        onEvent({ type: 'tool-call', id: part.toolCallId, tool: part.toolName, input: part.input });
      } else if (part.type === 'tool-result') {
        const { ok, text: shown } = part.output as CallOutput;
        if (part.toolName === DONE) onEvent({ type: 'text', text: shown });
        else onEvent({ type: 'tool-result', id: part.toolCallId, tool: part.toolName, ok, text: shown });
      } else if (part.type === 'tool-error') {
        step.failed++;
        const shown = String(part.error);
        onEvent({ type: 'tool-result', id: part.toolCallId, tool: part.toolName, ok: false, text: shown });
      } else if (part.type === 'finish-step') {
        reason = part.finishReason;
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
  const final = isEnd(step) ? step.finalText! : text;
  if (!isEnd(step)) requireEnd(reason, final, settings);
  onEvent({ type: 'done' });
  return { text: final.trim(), usage, reachedLimit };
}

function noCalls(): StepCalls {
  return { done: [], failed: 0, finalText: null };
}

/** The model gave its final text, and every call beside it succeeded. */
function isEnd({ finalText, failed }: StepCalls): boolean {
  return failed === 0 && finalText !== null && finalText.trim() !== '';
}

/** A model that was cut off, refused, went on calling tools or said nothing has not done its work. */
function requireEnd(reason: FinishReason, text: string, settings: ModelSettings): void {
  if (reason === 'length') throw notEnded('cut_off', settings);
  if (reason === 'content-filter') throw notEnded('refused', settings);
  if (reason === 'tool-calls') throw notEnded('limit', settings);
  if (text.trim() === '') throw notEnded('silent', settings);
}

/** The run's own end was not reached. */
export function notEnded(
  why: 'cut_off' | 'refused' | 'limit' | 'silent',
  { model }: ModelSettings,
): RappelError {
  return new RappelError('model', `model.${why}`, {
    model,
    data: { model: { failure: why === 'silent' ? 'refused' : why } },
  });
}

interface StepUsage {
  inputTokens?: number | undefined;
  outputTokens?: number | undefined;
  inputTokenDetails?: { cacheReadTokens?: number | undefined };
}

function addUsage(usage: Usage, { price }: ModelSettings, step: StepUsage): void {
  usage.inputTokens += step.inputTokens ?? 0;
  usage.cachedTokens += step.inputTokenDetails?.cacheReadTokens ?? 0;
  usage.outputTokens += step.outputTokens ?? 0;
  usage.steps++;
  if (price !== null)
    usage.cost = (usage.inputTokens * price.input + usage.outputTokens * price.output) / 1_000_000;
}

/** Ends a run in the same request as its last calls, so that no other one is needed for the final text. */
const DONE = 'done';

/** What one call gave; kept in the order of the step, which ends only when all of its calls have. */
interface CallOutput {
  ok: boolean;
  text: string;
  images: ToolResult['images'];
  /** What the model is told, where that is shorter than `text`. */
  brief: string;
  step: StepCalls;
}

/** The calls of one step so far. */
interface StepCalls {
  done: string[];
  failed: number;
  /** The final text, if the model gave it. */
  finalText: string | null;
}

interface ModelToolsDeps {
  tools: readonly Tool[];
  context: ToolContext;
  asData: DataMark;
  images: ImagePlace;
  /** The step that runs now. */
  step: () => StepCalls;
  /** Images that results could not carry, by the id of the call. */
  pictures: Map<string, ToolResult['images']>;
  onResult?: ((tool: Tool, input: unknown, result: ToolResult) => void) | undefined;
}

/** The tools as the SDK wants them, and `done`. */
async function modelTools(deps: ModelToolsDeps): Promise<Record<string, ModelTool>> {
  const { jsonSchema, tool: define } = await loadSdk();
  const schemaOf = (input: z.ZodObject) =>
    jsonSchema(terseSchemaOf(input) as Parameters<typeof jsonSchema>[0]);
  // A tool checks its own parameters: its errors tell the model how to correct the call.
  const ours = deps.tools.map((tool) => {
    const modelTool = define<unknown, CallOutput>({
      description: tool.description,
      inputSchema: schemaOf(tool.input),
      execute: async (input, { toolCallId }) => {
        const output = await callTool(tool, input, deps);
        if (deps.images === 'after the result' && output.images.length > 0)
          deps.pictures.set(toolCallId, output.images);
        return output;
      },
      toModelOutput: ({ output }) => modelOutput(deps, tool.name, output),
    });
    return [tool.name, modelTool as ModelTool] as const;
  });
  const done = define<unknown, CallOutput>({
    description: 'End with your final text, in the step of your last calls; it counts if they succeed.',
    inputSchema: schemaOf(DONE_INPUT),
    execute: async (input) => {
      const step = deps.step();
      const { data } = DONE_INPUT.safeParse(input);
      step.finalText = data?.text ?? '';
      return { ok: true, text: step.finalText, images: [], brief: '', step };
    },
    toModelOutput: ({ output: { step } }) => ({
      type: 'text',
      value: step.failed > 0 ? 'Not ended: correct the call that failed first.' : 'Not ended: text is empty.',
    }),
  });
  return Object.fromEntries([...ours, [DONE, done as ModelTool] as const]);
}

const DONE_INPUT = z.object({ text: z.string() });

async function callTool(tool: Tool, input: unknown, { context, onResult, step }: ModelToolsDeps) {
  const calls = step();
  try {
    const result = await tool.call(input, context);
    onResult?.(tool, input, result);
    calls.done.push(stepOf({ tool: tool.name, input }));
    const { images } = result;
    const text = maskIn(result.text);
    const brief = result.brief === undefined ? text : maskIn(result.brief);
    return { ok: true, text, images, brief, step: calls };
  } catch (error) {
    calls.failed++;
    const step = error instanceof RappelError ? nextStepOf(ENGLISH, error, 'assistant') : null;
    const hint = step === null ? '' : `\n${step}`;
    const text = maskIn(error instanceof RappelError ? errorLine(error) + hint : `[error] ${error}`);
    return { ok: false, text, images: [], brief: text, step: calls };
  }
}

/** Plain text where there are no images: some providers' packages send anything else as JSON in a string. */
function modelOutput({ asData, images: place }: ModelToolsDeps, name: string, output: CallOutput) {
  const { ok, brief, images, step } = output;
  const others =
    ok || step.done.length === 0 ? '' : `\nThe other calls of this step succeeded: ${step.done.join('; ')}`;
  const text = asData(name, brief + others);
  if (images.length === 0) return { type: 'text' as const, value: text };
  if (place === 'nowhere')
    return { type: 'text' as const, value: `${text}\nThis provider's tools can't show images.` };
  if (place === 'after the result') return { type: 'text' as const, value: text };
  return {
    type: 'content' as const,
    value: [
      { type: 'text' as const, text },
      ...images.map(({ bytes, media_type: mediaType }) => ({
        type: 'image-data' as const,
        data: bytes.toString('base64'),
        mediaType,
      })),
    ],
  };
}
