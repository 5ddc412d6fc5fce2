import { join } from 'node:path';
import { type Agents, createAgents } from '../agents/create-agents.js';
import { languageOf } from '../agents/language.js';
import type { ModelSettings, RunLimits } from '../agents/model-settings.js';
import { openCore } from '../service/open-core.js';
import { systemClock } from '../shared/clock.js';
import { RappelError, unexpected } from '../shared/errors.js';
import { readText } from '../vault/files.js';
import { addStarterFiles, makeVaultFolder } from '../vault/starter.js';
import { makeTemporaryFolder } from '../vault/temporary-folder.js';
import { createVault, type Vault } from '../vault/vault.js';
import type { Language } from '../words/language.js';
import type { Say } from '../words/say.js';

/** Above this an update takes minutes. */
const SLOW_STEP_SECONDS = 15;

interface TrialRequest {
  model: ModelSettings;
  key: string | null;
  language: Language;
  limits: RunLimits;
}

/** `lines` say in words whether a model can do the job. */
export interface TrialVerdict {
  canWork: boolean;
  lines: string[];
}

/**
 * Tries a model with one real update in a temporary vault. `onStep` hears of each tool call. Throws `model` if it can't be
 * used at all.
 */
export async function runTrial(
  { model, key, language, limits }: TrialRequest,
  say: Say,
  onStep?: (tool: string) => void,
): Promise<TrialVerdict> {
  const agents = createAgents({ model, key, language, limits: { ...limits, retries: 0 } });
  const trial = await tryModel(agents, onStep);
  if (trial.error !== null && !lacksTools(trial.error)) throw trial.error;
  return judge(model.model, trial, limits.milliseconds / 1_000, say);
}

/** What a trial shows about a model, with a next step where something is missing. */
export function judge(
  model: string,
  { toolCalls, isFiled, isFrench, steps, seconds }: Trial,
  limitSeconds: number,
  say: Say,
): TrialVerdict {
  if (toolCalls === 0) {
    const next = say`Choose a model that supports tool calls (its page says "tools" or "function calling").`;
    return { canWork: false, lines: [say`${model} can't file notes: it called no tool.`, next] };
  }
  if (!isFiled) {
    const next = say`Choose a larger model; small ones often lose the note on the way.`;
    const line =
      toolCalls === 1
        ? say`${model} can't be relied on: it called one tool, but did not write the note down.`
        : say`${model} can't be relied on: it called ${toolCalls} tools, but did not write the note down.`;
    return { canWork: false, lines: [line, next] };
  }
  const perStep = seconds / Math.max(1, steps);
  const lines = [
    say`${model} can do the job: it filed a test note in ${steps} steps, ${Math.round(perStep * 10) / 10} s each.`,
    isFrench
      ? say`It keeps to French where a note is French.`
      : say`It wrote a French note in another language: use it only if you write in English.`,
  ];
  if (perStep > SLOW_STEP_SECONDS)
    lines.push(
      say`It is slow: an update may need more than the limit of ${limitSeconds} s. Allow more time: rappel setup limits seconds=${Math.ceil(perStep * 20)}`,
    );
  return { canWork: true, lines };
}

/** Some servers refuse the request as a whole: "MODEL does not support tools". */
function lacksTools({ message, data }: RappelError): boolean {
  return data?.model?.failure === 'rejected' && /\btools?\b|function call/i.test(message);
}

/** What a model did with one real update in a vault of its own. */
interface Trial {
  /** Why there is no result: the model failed. */
  error: RappelError | null;
  toolCalls: number;
  /** The model wrote, and the new fact is in the vault. */
  isFiled: boolean;
  /** What the model wrote is French, as the note. */
  isFrench: boolean;
  steps: number;
  seconds: number;
}

const NOTE =
  'Pour Halle Verte : le maçon livre les briques le mardi 12 mars, et Samira les réceptionne sur le chantier.';
const FACT = /12 mar(?:s|ch)|March 12|03-12/i;
const WRITING = ['write', 'edit', 'append', 'keep'];
const PROJECT = [
  [
    'projects/halle-verte/description.md',
    '# Halle Verte\n\nRénovation de la halle du marché avec un maçon.\n',
  ],
  ['projects/halle-verte/state.md', '## Statut\n\nLe permis est accordé.\n\n## Livraisons\n\nAucune date.\n'],
] as const;

/** Gives the model a French note to file, in a temporary vault that is removed. `onStep` hears of each tool call. */
export async function tryModel(agents: Agents, onStep: (tool: string) => void = () => {}): Promise<Trial> {
  const { folder, close } = makeTemporaryFolder('try');
  makeVaultFolder(join(folder, 'vault'));
  const vault = createVault({ root: join(folder, 'vault'), clock: systemClock });
  const trial: Trial = { error: null, toolCalls: 0, isFiled: false, isFrench: false, steps: 0, seconds: 0 };
  const core = openCore({
    vault,
    env: { PATH: process.env.PATH, XDG_CACHE_HOME: folder, HOME: folder },
    agents: async () => ({ ...agents, textModel: null, file }),
    log: () => {},
  });

  let hasWritten = false;
  async function file(run: Parameters<Agents['file']>[0]) {
    const started = performance.now();
    let isOver = false;
    const onEvent: typeof run.onEvent = (event) => {
      // What follows the model's last words is done by rule.
      isOver ||= event.type === 'done';
      if (isOver) return;
      if (event.type === 'usage') trial.steps = event.usage.steps;
      if (event.type === 'tool-call') {
        trial.toolCalls++;
        onStep(event.tool);
      }
      if (event.type === 'tool-result' && event.ok) hasWritten ||= WRITING.includes(event.tool);
    };
    try {
      return await agents.file({ ...run, onEvent });
    } catch (error) {
      trial.error = error instanceof RappelError ? error : unexpected('model', error);
      throw error;
    } finally {
      trial.seconds = (performance.now() - started) / 1_000;
    }
  }

  try {
    addStarterFiles(vault, 'fr');
    for (const [path, text] of PROJECT) vault.save(vault.resolve(path), () => text);
    const { id } = await core.update({ text: NOTE, images: [], inbox_ref: null });
    await core.filed();
    const { files } = core.queue.find(id);
    const written = files
      .filter((path) => !path.startsWith('vault/inbox/'))
      .map((path) => textOf(vault, path));
    trial.isFiled = hasWritten && written.some((text) => FACT.test(text));
    trial.isFrench = languageOf(written.join('\n'), 'en') === 'fr';
    return trial;
  } finally {
    await core.close(1_000);
    close();
  }
}

function textOf(vault: Vault, path: string): string {
  const place = vault.resolve(path);
  return place.kind === 'file' ? readText(place) : '';
}
