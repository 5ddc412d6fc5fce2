import {
  BookOpen,
  Brain,
  Check,
  ChevronRight,
  FilePen,
  FilePlus,
  FileX,
  FolderTree,
  Layers,
  type LucideIcon,
  MoveRight,
  PenLine,
  Search,
  X,
} from 'lucide-react';
import { useId, useState } from 'react';
import type { Step } from '../api/types.js';
import { Link } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import type { Messages } from '../i18n/en.js';
import { useLanguage, useText } from '../i18n/language.js';
import { duration } from '../ui/duration.js';

interface StepsPanelProps {
  steps: readonly Step[];
  running: boolean;
  /** How long the whole run took. */
  took: number | null;
}

/** One quiet line that opens: what is being done while it runs, how much it was afterwards. */
export function StepsPanel({ steps, running, took }: StepsPanelProps) {
  const t = useText();
  const language = useLanguage();
  const id = useId();
  const [open, setOpen] = useState(false);
  const last = steps.at(-1);
  if (last === undefined) return null;
  return (
    <section aria-label={t.activity.stepsTitle}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="inline-flex min-h-6 max-w-full items-center gap-1.5 rounded-md text-faint text-sm hover:text-ink"
      >
        <ChevronRight aria-hidden size={14} className={`transition-transform ${open ? 'rotate-90' : ''}`} />
        {running ? (
          <span className="min-w-0 truncate">
            {stepName(last, t)} {last.kind === 'tool' && last.text}
          </span>
        ) : (
          t.steps(steps.length)
        )}
        {took !== null && took >= 50 && <span>· {duration(took, language)}</span>}
      </button>
      {open && (
        <div id={id} className="pt-2 pl-0.5">
          <StepList steps={steps} running={running} />
        </div>
      )}
    </section>
  );
}

const ICONS: Record<string, LucideIcon> = {
  search: Search,
  read: BookOpen,
  tree: FolderTree,
  concat: Layers,
  keep: FilePlus,
  write: FilePlus,
  edit: FilePen,
  append: FilePen,
  move: MoveRight,
  delete: FileX,
};

/** The steps of a run as they happen: which tool, on what, how long. */
function StepList({ steps, running }: { steps: readonly Step[]; running: boolean }) {
  return (
    <ol className="relative space-y-0.5 before:absolute before:inset-y-3 before:left-[0.6875rem] before:w-px before:bg-line">
      {steps.map((step, index) => (
        <StepRow
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever added
          key={index}
          step={step}
          active={running && index === steps.length - 1 && step.endedAt === null}
        />
      ))}
    </ol>
  );
}

function stepName(step: Step, t: Messages): string | null {
  if (step.kind === 'tool') return t.activity.tools[step.tool ?? ''] ?? step.tool;
  return step.kind === 'thinking' ? t.activity.thinking : t.activity.writing;
}

function StepRow({ step, active }: { step: Step; active: boolean }) {
  const t = useText();
  const language = useLanguage();
  const Icon =
    step.kind === 'tool' ? (ICONS[step.tool ?? ''] ?? Check) : step.kind === 'thinking' ? Brain : PenLine;
  const failed = step.ok === false;
  const took = step.endedAt === null ? null : step.endedAt - step.startedAt;
  return (
    <li className="relative flex animate-arrive items-start gap-3 py-1 text-sm">
      <span
        className={`z-10 flex size-[1.375rem] shrink-0 items-center justify-center rounded-full border bg-paper ${
          failed
            ? 'border-bad text-bad'
            : active
              ? 'animate-breathe border-accent text-accent'
              : 'border-line text-faint'
        }`}
      >
        {failed ? <X aria-hidden size={12} /> : <Icon aria-hidden size={12} />}
      </span>
      <span className="min-w-0 flex-1">
        <span className="font-medium text-soft">{stepName(step, t)}</span>{' '}
        <span className={`text-faint ${step.kind === 'tool' ? '' : 'line-clamp-2'}`}>
          {step.kind === 'text' ? null : <Subject text={step.text} />}
        </span>
        {failed && <span className="text-bad"> {t.activity.failedStep}</span>}
      </span>
      {took !== null && took >= 50 && (
        <span className="shrink-0 text-faint text-xs leading-5 tabular-nums">{duration(took, language)}</span>
      )}
    </li>
  );
}

/** Paths in it lead to their files. */
function Subject({ text }: { text: string }) {
  const parts = text.split(/(vault\/[^\s,]+)/);
  return parts.map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one fixed text
      <Link key={index} href={fileHref(part)} className="hover:text-accent hover:underline">
        {part}
      </Link>
    ) : (
      part
    ),
  );
}
