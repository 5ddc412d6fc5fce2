import { fold } from '../../../search/text/fold.js';
import { ANY_SENTENCE_BREAK } from '../../../search/text/sentence-breaks.js';
import { type SameWord, sameForm, sharedCount, tellingWords } from '../../../search/text/shared-words.js';
import type { Task } from '../../../vault/tasks.js';
import { isMovedToDay } from './day-in.js';
import { withoutOpening } from './opening.js';
import { isVerb } from './task-verbs.js';

/** Says that something is not done, or puts right what was said of it. */
const NOT_YET =
  /\b(?:not (?:yet )?(?:done|finished|ready|sent|paid)|isn't|aren't|hasn't|haven't|didn't|wasn't|pas encore|n'est pas|n'ai pas|n'a pas|ne sont pas|n'ont pas|almost|nearly|presque|bientot|will be|(?<!ce )sera|should be|must be|(?:en fait|en realite),? c'?(?:est|etait)|actually,? (?:it'?s|it is|it was)|je corrige|correction|erratum)\b/;
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
const OTHER_ENDINGS = 'ies?|is?|ues?|us?|ites?|its?|ertes?|erts?|ises?|aites?|aits?';
export const PARTICIPLE = `\\p{L}{2,}(?:ee?s?|${OTHER_ENDINGS})`;
const HAS_BEEN =
  '\\b(?:est|sont|a|ont|a [eé]t[eé]|ont [eé]t[eé]) (?:enfin |bien |d[eé]j[aà] |maintenant |d[eé]sormais |tous |toutes |tout )?(?!(?:d[eé]sormais|jamais|aussi|ainsi|ici|aujourd)\\b)';
/** `est signe`: without its accent, a word that ends in e is a participle only if it is one of a verb that is known. */
const HAS_BEEN_BARE = new RegExp(`${HAS_BEEN}(\\p{L}{2,}?)ee?s?(?!\\p{L})`, 'gu');

/** Say that something is done, not what. */
const DONE = /^(?:done|finished|completed|termine(?:e?s?|r)|finie?s?|finir|boucle(?:e?s?|r)|faite?s?|faire)$/;

/** Words that say that something was done by the user, or is now done. Folded. */
const COMPLETED = [
  /\b(?:done|finished|completed|shipped|uploaded|submitted|delivered|deployed|merged|sorted|c'?(?:est)? bon|ca y est|terminee?s?|finie?s?|bouclee?s?|reglee?s?|faite?s?|(?:all )?set|ticked off|crossed off|classee?s?)\b/,
  /\bnothing left\b|\bplus rien a\b|\boff my list\b|\btaken care of\b|\bout of the way\b|\b(?:is|are) (?:back|here|in hand|ready|with \p{L}+ now)\b|\b(?:arrived|came through)\b/u,
  /^(?:✅|☑|✔|\[x\])/u,
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
    `\\p{L} (?:\\p{L}{3,}ed|${IRREGULAR})(?: (?:up|off|out|in))?(?:\\s*$|\\s*[,.;:!–—]| (?:and|for|to|by|this|today|yesterday|last|on|with|at)\\b)`,
    'u',
  ),
  new RegExp(
    `(?:^|[ ,:])(?:j'?ai|on a|nous avons|je me suis|je suis) (?:enfin |bien |deja |aussi )?${PARTICIPLE}\\b`,
    'u',
  ),
  new RegExp(`${HAS_BEEN}\\p{L}{2,}(?:${OTHER_ENDINGS})\\b`, 'u'),
  new RegExp(`${HAS_BEEN}\\p{L}{2,}ée?s?(?!\\p{L})`, 'u'),
  // What was asked for is there: `on a la lettre`, `token reçu`.
  /^(?:on|j'|nous) ?(?:a|ai|avons) (?:enfin |bien )?(?:la|le|les|l'|mon|ma|mes|notre|nos)(?: |\b)/u,
  /(?:^|\s)(?:recue?s?|obtenue?s?|rendue?s?|prise?s?|mise?s?|ecrite?s?|inscrite?s?|ouverte?s?|vendue?s?|choisie?s?|remplie?s?|partie?s?|finie?s?)(?: (?:le|la|les|l'|un|une|de|du|des|ce|hier|aujourd|et|par|a|au|aux|avec|pour)\b|\s*[^\p{L}\s'’]|$)/u,
  // Without an auxiliary, only the accent tells a participle from any other word.
  /^\p{L}{3,}ée?s? (?:le|la|les|l'|un|une|des|ce|cette|à|avec|hier)/u,
  /[\p{L}\d] \p{L}{3,}ée?s?(?: (?:et|ce|hier|chez|aujourd|à|avec|pour|par|aux?|dans|sur|en)(?!\p{L})|\s*[^\p{L}\s'’]|$)/u,
];

/** True where a text says that something is done; whether a task matches it decides. */
export function isCompletion(text: string): boolean {
  const raw = withoutOpening(text.slice(0, MOST_READ))
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(USER_DID, 'i ')
    .replace(USER_A, "j'ai ");
  const folded = fold(raw);
  return (
    !NOT_YET.test(folded) &&
    !isMovedToDay(text) &&
    (COMPLETED.some((form) => form.test(folded) || form.test(raw)) ||
      [...folded.matchAll(HAS_BEEN_BARE)].some(([, stem]) => isVerb(`${stem}er`)) ||
      endsInParticiple(folded))
  );
}

/** What says that something is done is short; no pattern sees a line of any length. */
const MOST_READ = 2_000;

/** How assistants say what the user did. */
const USER_DID = /^(?:the )?user (?:(?:has|have) (?:just |already |finally |now )?)?/;
const USER_A = /^l'utilisat(?:eur|rice) a /;

/** `recus de juin scannes`: without its accent, a participle is known by its verb and its place at the end. */
function endsInParticiple(folded: string): boolean {
  return folded
    .split(/[,;:.!?–—]\s*|\s(?:et|hier|ce matin|ce midi|ce soir|aujourd'hui)\b/u)
    .some(
      (part) =>
        /\s/.test(part.trim()) &&
        isVerb(`${(/(\p{L}+?)e?s?$/u.exec(part.trim())?.[1] ?? '').replace(/e$/, '')}er`),
    );
}

const LEAST_SHARE = 0.6;
const LEAST_LEAD = 1.2;

/**
 * The tasks that a completion may mean, best first: at least two telling words in common, or the only one that either
 * has, and most of those of the task or of a part of the text. One that clearly leads comes alone.
 */
export function matchingTasks(said: string, tasks: readonly Task[], isSame: SameWord = sameForm): Task[] {
  const text = said.slice(0, MOST_READ);
  const [first = text] = text.split('\n', 1)[0]!.split(ANY_SENTENCE_BREAK);
  const names = tellingWords(tasks.map(({ project }) => project ?? '').join(' '));
  const isOnlyName = (said: readonly string[][]) => sharedCount(said, names) === said.length;
  // A part that does not say that something is done closes nothing by itself: `Halle Verte : …` says where, not what.
  const [whole = [], ...rest] = [first, ...first.split(PARTS).filter(isCompletion)].map((part) =>
    tellingWords(withoutAgain(inPresent(part))).filter(([word]) => !DONE.test(word!)),
  );
  const parts = [whole, ...rest.filter((said) => !isOnlyName(said))];
  const scored = tasks
    .map((task) => {
      const title = tellingWords(withoutAgain(withQuarters(task.title)));
      const name = tellingWords(task.project ?? '');
      // The first word of a name stands for it: `Orbis`.
      const isNamed = sharedCount(name.slice(0, 1), whole) > 0;
      const [best] = parts
        .map((said) => {
          const told = title.filter((word) => sharedCount([word], said, isSame) > 0);
          // `Orbis Santé is no longer blocked` closes no task that only names Orbis Santé too.
          const shared = isOnlyName(told) && told.length < title.length ? 0 : told.length;
          const most = Math.min(title.length, said.length);
          return { shared, most, share: shared / Math.max(1, most) };
        })
        .filter(({ shared, most }) => shared >= Math.min(2, most) && shared > 0)
        .sort((a, b) => b.share - a.share || b.shared - a.shared);
      return { task, shared: best?.shared ?? 0, score: (best?.share ?? 0) + (isNamed ? 0.2 : 0) };
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
  return withQuarters(text).replaceAll(/\p{L}+/gu, (word) => verbOf(fold(word)) ?? infinitiveOf(word));
}

/** `renouvelée`: only the accent tells a participle. */
function infinitiveOf(word: string): string {
  const verb = word.replace(/ée?s?$/u, 'er');
  return verb !== word && isVerb(fold(verb)) ? verb : word;
}

/** `J'ai appelé` also closes `Rappeler`. */
function withoutAgain(text: string): string {
  return text.replaceAll(/\p{L}+/gu, (word) => {
    const verb = fold(word);
    const once = [/^re/, /^r/]
      .map((again) => verb.replace(again, ''))
      .find((one) => one !== verb && isVerb(one));
    return once ?? word;
  });
}

const QUARTERS = [
  '1(?:er|st)?|premier|first',
  '2(?:e|[eè]me|nd)?|deuxi[eè]me|second',
  '3(?:e|[eè]me|rd)?|troisi[eè]me|third',
  '4(?:e|[eè]me|th)?|quatri[eè]me|fourth',
].map(
  (names) =>
    new RegExp(`(?<![\\p{L}\\d])(?:[TQ](?:${names[0]})(?!\\d)|(?:${names}) (?:trimestre|quarter))`, 'giu'),
);

/** A quarter under its short name, however it is written: `T2`, `2e trimestre`, `second quarter`. */
function withQuarters(text: string): string {
  return QUARTERS.reduce((given, form, index) => given.replace(form, `Q${index + 1}`), text);
}
