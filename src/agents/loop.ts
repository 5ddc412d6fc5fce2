import type { FinishReason, LanguageModel } from 'ai';
import { RappelError } from '../shared/errors.js';
import type { Tool, ToolContext, ToolResult } from '../tools/define-tool.js';
import { type AgentEvent, NO_USAGE, type Usage } from './answer.js';
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
import { type CallOutput, DONE, modelTools, type StepCalls } from './model-tools.js';
import { traitsOf } from './models.js';
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
