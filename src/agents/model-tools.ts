import type { Tool as ModelTool } from 'ai';
import { z } from 'zod';
import { ENGLISH, errorLine, RappelError } from '../shared/errors.js';
import { maskIn } from '../shared/secrets.js';
import type { Tool, ToolContext, ToolResult } from '../tools/define-tool.js';
import { terseSchemaOf } from '../tools/json-schema.js';
import { nextStepOf } from '../words/message.js';
import { stepOf } from './answer.js';
import type { DataMark } from './as-data.js';
import { loadSdk } from './load-sdk.js';
import type { ImagePlace } from './models.js';

/** Ends a run in the same request as its last calls, so that no other one is needed for the final text. */
export const DONE = 'done';

/** What one call gave; kept in the order of the step, which ends only when all of its calls have. */
export interface CallOutput {
  ok: boolean;
  text: string;
  images: ToolResult['images'];
  /** What the model is told, where that is shorter than `text`. */
  brief: string;
  step: StepCalls;
}

/** The calls of one step so far. */
export interface StepCalls {
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
export async function modelTools(deps: ModelToolsDeps): Promise<Record<string, ModelTool>> {
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
