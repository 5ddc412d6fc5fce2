import { z } from 'zod';
import { Refusal } from './refusal.js';

const path = z.string();

const command = z.discriminatedUnion('command', [
  z.object({
    command: z.literal('view'),
    path,
    view_range: z.array(z.int()).length(2).nullish(),
  }),
  z.object({ command: z.literal('create'), path, file_text: z.string() }),
  z.object({ command: z.literal('str_replace'), path, old_str: z.string().min(1), new_str: z.string() }),
  z.object({ command: z.literal('insert'), path, insert_line: z.int(), insert_text: z.string() }),
  z.object({ command: z.literal('delete'), path }),
  z.object({ command: z.literal('rename'), old_path: path, new_path: path }),
]);

/** A command of the memory tool, as a model sends it. */
export type MemoryCommand = z.infer<typeof command>;
export type CommandNamed<Name> = Extract<MemoryCommand, { command: Name }>;

export function parseCommand(given: unknown): MemoryCommand {
  const parsed = command.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Refusal(`Error: Invalid \`${issue!.path.join('.') || 'command'}\` parameter: ${issue!.message}`);
}
