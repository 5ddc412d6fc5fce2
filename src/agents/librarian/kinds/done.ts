import { fold } from '../../../search/text/fold.js';
import { readText } from '../../../vault/files.js';
import { findHeadings } from '../../../vault/headings.js';
import { shownLines } from '../../../vault/lines.js';
import { joinPath, ROOT, type VaultPath } from '../../../vault/paths.js';
import type { Vault } from '../../../vault/vault.js';
import { listProjects } from '../projects.js';
import { sharedCount, tellingWords } from './shared-words.js';

/** A task that is open, with the lines it takes in its file. */
export interface OpenTask {
  path: VaultPath;
  project: string | null;
  title: string;
  /** Everything below the title. */
  body: string;
  first: number;
  last: number;
}

/** Every task of the vault, those without a project first. */
export function openTasks(vault: Vault): OpenTask[] {
  return [null, ...listProjects(vault)].flatMap((project) => tasksOf(vault, project));
}

export function tasksFile(project: string | null): VaultPath {
  return joinPath(project === null ? ROOT : joinPath(joinPath(ROOT, 'projects'), project), 'tasks.md');
}

function tasksOf(vault: Vault, project: string | null): OpenTask[] {
  const path = tasksFile(project);
  const place = vault.locate(path);
  if (place.kind !== 'file') return [];
  const lines = shownLines(readText(place));
  const headings = findHeadings(lines).filter(({ level }) => level === 1);
  return headings.map(({ line, text }, index) => {
    const last = (headings[index + 1]?.line ?? lines.length + 1) - 1;
    return { path, project, title: text, body: lines.slice(line, last).join('\n').trim(), first: line, last };
  });
}

const NOT_YET =
  /\b(?:not (?:yet )?(?:done|finished|ready|sent|paid)|isn't|aren't|hasn't|haven't|didn't|wasn't|pas encore|n'est pas|n'ai pas|n'a pas|ne sont pas|n'ont pas|almost|nearly|presque|bientot|will be|sera|should be|must be)\b/;
/** Past forms that no ending tells, with the verb of the task that they close. */
const PAST = new Map(
  `bought:buy brought:bring built:build chose:choose chosen:choose did:do done:done drew:draw drawn:draw found:find gave:give
  given:give got:get held:hold made:make met:meet paid:pay put:put ran:run read:read said:say seen:see sent:send set:set
  sold:sell spoke:speak taken:take took:take taught:teach told:tell went:go wrote:write written:write won:win cut:cut shut:shut
  let:let left:leave kept:keep ecrit:ecrire inscrit:inscrire lu:lire mis:mettre ouvert:ouvrir pris:prendre recu:recevoir
  rendu:rendre repondu:repondre vendu:vendre vu:voir`
    .split(/\s+/)
    .map((pair) => pair.split(':') as [string, string]),
);
export const IRREGULAR = [...PAST.keys()].join('|');
export const PARTICIPLE = '\\p{L}{2,}(?:ee?s?|ies?|is?|ues?|us?|ites?|its?|ertes?|erts?|ises?|aites?|aits?)';

/** Say that something is done, not what. */
const DONE = /^(?:done|finished|completed|terminee?s?|finie?s?|bouclee?s?|faite?s?)$/;

/** Words that say that something was done by the user, or is now done. Folded. */
const COMPLETED = [
  /\b(?:done|finished|completed|shipped|uploaded|submitted|delivered|deployed|merged|sorted|c'?(?:est)? bon|ca y est|terminee?s?|finie?s?|bouclee?s?|reglee?s?|fait)\b/,
  /\bnothing left\b|\bplus rien a\b|\boff my list\b|\btaken care of\b|\bout of the way\b/,
  new RegExp(
    `^(?:ok,? |so,? )?(?:i|we)(?:'ve| have)? (?:just |finally |already )?(?:\\p{L}{2,}ed|${IRREGULAR})\\b`,
    'u',
  ),
  new RegExp(`^(?:just |finally |already )?(?:\\p{L}{3,}ed|${IRREGULAR}) `, 'u'),
  new RegExp(
    `\\b(?:is|are|was|were|got|has been|have been) (?:now |finally |all )?(?:\\p{L}{2,}ed|${IRREGULAR})\\b`,
    'u',
  ),
  /\p{L} (?:booked|paid|sent|signed|renewed|bought|ordered|cancelled|scanned|fixed|written|cleaned|sorted|printed)\b/u,
  new RegExp(
    `(?:^|[ ,:])(?:j'?ai|on a|nous avons|je me suis|je suis) (?:enfin |bien |deja |aussi )?${PARTICIPLE}\\b`,
    'u',
  ),
  new RegExp(`\\b(?:est|sont|a ete|ont ete) (?:enfin |bien |deja |maintenant )?${PARTICIPLE}\\b`, 'u'),
  // Without an auxiliary, only the accent tells a participle from any other word.
  /^\p{L}{3,}ée?s? (?:le|la|les|l'|un|une|des|ce|cette|à|avec|hier)/u,
  /\p{L} \p{L}{3,}ée?s?(?: (?:et|ce|hier|chez|aujourd|à)|\s*[^\p{L}\s'’]|$)/u,
];

/** True where a text says that something is done; whether a task matches it decides. */
export function isCompletion(text: string): boolean {
  const raw = text.toLowerCase().replaceAll('’', "'");
  const folded = fold(raw);
  return !NOT_YET.test(folded) && COMPLETED.some((form) => form.test(folded) || form.test(raw));
}

const LEAST_SHARE = 0.6;
const LEAST_LEAD = 1.2;

/**
 * The tasks that a completion may mean, best first: at least two telling words in common, or the only one that either
 * has, and most of those of the task or of a part of the text. One that clearly leads comes alone.
 */
export function matchingTasks(text: string, tasks: readonly OpenTask[]): OpenTask[] {
  const [first = text] = text.split(/[.\n]/);
  const parts = [first, ...first.split(PARTS)].map((part) =>
    tellingWords(inPresent(part)).filter(([word]) => !DONE.test(word!)),
  );
  const scored = tasks
    .map((task) => {
      const title = tellingWords(task.title);
      const project = task.project === null ? 0 : sharedCount(tellingWords(task.project), parts[0]!);
      const [best] = parts
        .map((said) => {
          const shared = sharedCount(title, said);
          const most = Math.min(title.length, said.length);
          return { shared, most, share: shared / Math.max(1, most) };
        })
        .filter(({ shared, most }) => shared >= Math.min(2, most) && shared > 0)
        .sort((a, b) => b.share - a.share || b.shared - a.shared);
      return { task, shared: best?.shared ?? 0, score: (best?.share ?? 0) + 0.2 * Math.min(1, project) };
    })
    .filter(({ shared, score }) => shared > 0 && score >= LEAST_SHARE)
    .sort((a, b) => b.score - a.score || b.shared - a.shared);
  const [best, second] = scored;
  if (best === undefined) return [];
  const leads = second === undefined || best.score > second.score * LEAST_LEAD || best.shared > second.shared;
  return leads ? [best.task] : scored.slice(0, 4).map(({ task }) => task);
}

/** What stands between two things that a sentence says. */
const PARTS = /[,;:!?–—]\s+|\s*\p{Extended_Pictographic}\s*/u;

/** A text with the verbs of tasks in place of their past forms: `sent` closes `Send the invoice`. */
function inPresent(text: string): string {
  const verbOf = (word: string) => PAST.get(word) ?? PAST.get(word.replace(/e?s?$/, ''));
  return text.replaceAll(/\p{L}+/gu, (word) => verbOf(fold(word)) ?? word);
}
