import {
  BookOpen,
  Brain,
  Check,
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
import type { Step } from '../api/types.js';
import { Link } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import type { Messages } from '../i18n/en.js';
import { useLanguage, useText } from '../i18n/language.js';
import { duration } from '../ui/duration.js';

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
export function StepList({ steps, running }: { steps: readonly Step[]; running: boolean }) {
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

export function stepName(step: Step, t: Messages): string | null {
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
