import { readFileSync } from 'node:fs';
import { localDate } from '../shared/clock.js';
import type { Session } from '../tools/session.js';
import { readIfText } from '../vault/files.js';
import { firstBodyLine, splitFrontmatter } from '../vault/frontmatter.js';
import { ROOT_FILES } from '../vault/kinds.js';
import { numberLines, shownLines } from '../vault/lines.js';
import { joinPath, ROOT } from '../vault/paths.js';
import type { Vault } from '../vault/vault.js';
import type { Language } from '../words/language.js';
import type { DataMark } from './as-data.js';
import type { SystemPrompt } from './model-messages.js';

interface Start {
  role: 'search' | 'update';
  /** The user's, for the reply. */
  language: Language;
  today?: string;
}

/**
 * The start of every agent run: its task, the three files that describe the vault, and today's date. What changes most
 * comes last, so that a provider's cache keeps what stands before it.
 */
export function systemPrompt(
  asData: DataMark,
  vault: Vault,
  { role, language, today = localDate(vault.clock.now()) }: Start,
): SystemPrompt {
  return {
    stable: `${prompt('vault')}\n\n${prompt(role)}`,
    changing: [
      asData(
        'vault',
        [
          ...READ_AT_START.map((name) => `vault/${name}:\n${numbered(vault, name, role)}`),
          `vault/ (last change):\n${mapOf(textOf(vault, 'tree.md'))}`,
        ].join('\n'),
      ),
      `Today is ${weekday(today)}, ${today}. Reply in ${language === 'fr' ? 'French' : 'English'}, or the user's own language.`,
    ].join('\n\n'),
  };
}

/** Shown with line numbers: the run can edit and quote them without reading them again. */
const READ_AT_START = ['profile.md', 'overview.md'];

/** The files that the start of a run shows whole. They count as read. */
export function shownAtStart(vault: Vault, session: Session): string[] {
  const whole = READ_AT_START.filter((name) => textOf(vault, name).length <= MOST_CHARACTERS);
  for (const name of whole) {
    const text = textOf(vault, name);
    if (text === '') continue;
    const path = joinPath(ROOT, name);
    session.saw(path, text);
    session.showed(path, 1, shownLines(text));
  }
  return whole;
}

/** What the start of a run shows of the vault. */
export function startTexts(vault: Vault): string[] {
  return [...READ_AT_START, 'tree.md'].map((name) => textOf(vault, name).slice(0, MOST_CHARACTERS));
}

/** A text of the folder `prompts`. */
export function prompt(name: 'vault' | 'search' | 'update' | 'inbox' | 'session'): string {
  return readFileSync(new URL(`./prompts/${name}.md`, import.meta.url), 'utf8').trim();
}

/** A large overview must not fill the context window that the work needs. */
const MOST_CHARACTERS = 24_000;

/** The text below the frontmatter, which holds nothing that a model needs; empty lines only for an agent that may edit it. */
function numbered(vault: Vault, name: string, role: Start['role']): string {
  const text = textOf(vault, name);
  const first = firstBodyLine(text);
  const lines = shownLines(text.slice(0, MOST_CHARACTERS));
  const rest = text.length > MOST_CHARACTERS ? `\n[cut: read vault/${name} for the rest]` : '';
  const shown = numberLines(lines.slice(first - 1), first);
  return (role === 'update' ? shown : shown.replaceAll(/^\d+ *\|\n/gm, '')) + rest;
}

/**
 * The map as a model needs it: folders of two levels, and the files of the root that not every vault has. Branches become
 * indents. Sizes and times are left out, and days where the folders below or the name tell them: the tool `tree` shows them.
 */
function mapOf(text: string): string {
  return shownLines(splitFrontmatter(text).body)
    .map((line) => /^((?:│ {3}| {4})*)(?:├── |└── )(\S.*?) {2}\[\S+ · (\S+)/.exec(line))
    .filter((entry) => entry !== null)
    .filter(([, indent, name]) =>
      name!.endsWith('/') ? indent!.length <= 4 : indent === '' && !isRootFile(name!),
    )
    .map(([, indent, name, day]) => {
      const isTold = /^\d{4}-\d\d-\d\d/.test(name!) || (indent === '' && name!.endsWith('/'));
      return `${indent === '' ? '' : ' '}${name}${isTold ? '' : ` ${day}`}`;
    })
    .join('\n')
    .slice(0, MOST_CHARACTERS);
}

function isRootFile(name: string): boolean {
  return (ROOT_FILES as readonly string[]).includes(name);
}

function weekday(day: string): string {
  return new Date(`${day}T12:00:00`).toLocaleDateString('en', { weekday: 'long' });
}

function textOf(vault: Vault, name: string): string {
  // However the disk spells it.
  return readIfText({ locate: vault.resolve }, joinPath(ROOT, name)) ?? '';
}
