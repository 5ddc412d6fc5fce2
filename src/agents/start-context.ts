import { readFileSync } from 'node:fs';
import { localDate } from '../shared/clock.js';
import { readText } from '../vault/files.js';
import type { Language } from '../vault/starter.js';
import type { Vault } from '../vault/vault.js';
import type { DataMark } from './as-data.js';

/** The start of every agent run: its task, today's date, and the three files that describe the vault. */
export function systemPrompt(
  asData: DataMark,
  vault: Vault,
  {
    role,
    language,
    today = localDate(vault.clock.now()),
  }: { role: 'search' | 'update'; language: Language; today?: string },
): string {
  return [
    prompt('vault'),
    prompt(role),
    `Today is ${today}. Write in ${language === 'fr' ? 'French' : 'English'} unless profile.md or the user's own text is in another language.`,
    ...START_FILES.map((name) => asData(`vault/${name}`, contentOf(vault, name))),
  ].join('\n\n');
}

const START_FILES = ['overview.md', 'tree.md', 'profile.md'];

/** The files that the start of a run shows whole. */
export function shownAtStart(vault: Vault): string[] {
  return START_FILES.filter((name) => textOf(vault, name).length <= MOST_CHARACTERS);
}

/** What the start of a run shows of the vault. */
export function startTexts(vault: Vault): string[] {
  return START_FILES.map((name) => contentOf(vault, name));
}

function prompt(name: string): string {
  return readFileSync(new URL(`./prompts/${name}.md`, import.meta.url), 'utf8').trim();
}

/** A large overview must not fill the context window that the work needs. */
const MOST_CHARACTERS = 24_000;

function contentOf(vault: Vault, name: string): string {
  const text = textOf(vault, name);
  return text.length > MOST_CHARACTERS
    ? `${text.slice(0, MOST_CHARACTERS)}\n[cut: read vault/${name} for the rest]`
    : text;
}

function textOf(vault: Vault, name: string): string {
  const place = vault.resolve(name);
  return place.kind === 'file' ? readText(place) : '';
}
