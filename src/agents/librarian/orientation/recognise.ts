import { timesIn } from '../../../search/query/asked-time.js';
import { ENGLISH_STOP_WORDS, FRENCH_STOP_WORDS } from '../../../search/text/stop-words.js';
import type { Span } from '../../../shared/calendar.js';
import { fold } from '../../../shared/fold.js';
import { findProject, nameWords } from '../../../tools/find-project.js';
import type { ProjectName } from '../../../tools/project-names.js';
import type { VaultPath } from '../../../vault/paths.js';

/** A question that asks for orientation, not for a fact. */
export interface Orientation {
  kind: OrientationKind;
  /** Null for the whole memory. */
  project: ProjectName | null;
  /** The time it is about, the likeliest reading first; null where it names none. */
  spans: Span[] | null;
  /** The words that decided, for finer questions: `preferences`, `in progress`. */
  words: ReadonlySet<string>;
}

export type OrientationKind = 'profile' | 'projects' | 'tasks' | 'period' | 'recent' | 'state' | 'about';

/**
 * Recognises such a question about everything, or about the project that is named or the only one searched: its form must fit, and beside a project and a time it may hold no telling word that the form does
 * not know. `What should Caroline do next?` asks for something else.
 */
export function recognise(
  asked: string,
  projects: readonly ProjectName[],
  askedOn: string,
  scope: ProjectName | null = null,
): Orientation | null {
  const question = ofThisTime(asked);
  const all = nameWords(question);
  if (all.length > MOST_WORDS) return null;
  const times = timesIn(question, askedOn);
  // The year of a time is not the one in the name of a project.
  const timeless = withoutTimes(all, times);
  const named = findProject(timeless, projects);
  const rest = named === null ? timeless : timeless.toSpliced(named.start, named.end - named.start);
  const spans = spansOf(times);
  const ahead = spansOf(timesIn(question, askedOn, { isAhead: true }));
  const found: Found = { project: named?.project ?? scope, ...timeFound(spans, ahead, askedOn) };
  const form = FORMS.find(
    ({ pattern, unless, knows, needs }) =>
      pattern.test(rest.join(' ')) &&
      unless?.test(rest.join(' ')) !== true &&
      rest.every((word) => isSmall(word) || knows.has(word)) &&
      needs(found),
  );
  if (form === undefined) return null;
  return {
    kind: form.kind,
    project: found.project,
    spans: form.kind === 'tasks' ? ahead : spans,
    words: new Set(all),
  };
}

/**
 * False for most other questions. Asked before the projects are known, because reading their titles takes long in a large
 * memory: what no form knows is taken for the name of a project.
 */
export function mayBeOrientation(asked: string, askedOn: string): boolean {
  const question = ofThisTime(asked);
  const times = timesIn(question, askedOn);
  const words = withoutTimes(nameWords(question), times);
  const isUnknown = (word: string) => !isSmall(word) && !FORMS.some(({ knows }) => knows.has(word));
  const first = words.findIndex(isUnknown);
  const unnamed = first === -1 ? words : words.toSpliced(first, words.findLastIndex(isUnknown) - first + 1);
  const ahead = timesIn(question, askedOn, { isAhead: true });
  const time = timeFound(spansOf(times), spansOf(ahead), askedOn);
  const anyProject = { name: '', title: '', path: '' as VaultPath };
  return FORMS.some(
    ({ pattern, needs }) =>
      [null, anyProject].some((project) => needs({ project, ...time })) &&
      [words, unnamed].some((text) => pattern.test(text.join(' '))),
  );
}

function spansOf(times: readonly { spans: Span[] }[]): Span[] | null {
  return times.length === 0 ? null : times.flatMap(({ spans }) => spans);
}

function timeFound(
  spans: readonly Span[] | null,
  ahead: readonly Span[] | null,
  askedOn: string,
): Omit<Found, 'project'> {
  return {
    hasTime: spans !== null,
    isToCome: spans !== null && spans[0]!.from > askedOn,
    mayBeToCome: ahead?.some(({ to }) => to >= askedOn) ?? false,
  };
}

const MOST_WORDS = 30;

function withoutTimes(words: readonly string[], times: readonly { words: string[] }[]): string[] {
  let left = [...words];
  for (const { words: time } of times) {
    const start = left.findIndex((_, at) => time.every((word, i) => left[at + i] === word));
    if (start !== -1) left = left.toSpliced(start, time.length);
  }
  return left;
}

function isSmall(word: string): boolean {
  return FRENCH_STOP_WORDS.has(word) || ENGLISH_STOP_WORDS.has(word) || FILLERS.has(word);
}

const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Words around the question itself. */
const FILLERS =
  wordSet(`please hey hi hello ok okay well now right again exactly currently actually still today quick quickly
  tell remind show give list let know want need like see say got get go s ll je stp svp plait bonjour salut alors bon maintenant
  exactement actuellement encore toujours dis dites rappelle rappelez montre montrez donne donnez peux pouvez veux voudrais
  aimerais savoir voir aller vais va ca project projet question hui aujourd`);

interface Form {
  kind: OrientationKind;
  /** Of folded words with single spaces, without the project and the time. */
  pattern: RegExp;
  /** Words that rule this pattern out. */
  unless?: RegExp;
  /** The telling words it may hold. */
  knows: ReadonlySet<string>;
  needs: (found: Found) => boolean;
}

interface Found {
  project: ProjectName | null;
  hasTime: boolean;
  isToCome: boolean;
  /** In one of the readings: `Thursday`. */
  mayBeToCome: boolean;
}

const anyOf = (...forms: readonly string[]) => new RegExp(`(?<![a-z0-9])(?:${forms.join('|')})(?![a-z0-9])`);
const always = () => true;
const EST = '(?:est|sommes|etions|etait|suis|etais|sont|etaient)';

/** `March 3, 2024`, `notes du 3 mars`: a time and nothing else. */
const TIME_ALONE = /^(?:notes?|what about|and|et|pour|for|on|of|du|de|le|la|les| )*$/;
const TIME_WORDS = wordSet('note notes');

/** In order: the first that fits. */
const FORMS: readonly Form[] = [
  {
    kind: 'profile',
    pattern: anyOf(
      '(?:my|mes|mon)(?: [a-z]+)? (?:preferences?|profile?|habits|habitudes|gouts)',
      '(?:about|know) (?:me|myself)',
      'who am i',
      'qui suis je',
      '(?:sais|savez|connais|connaissez)(?: tu| vous)? (?:de|sur) moi',
    ),
    knows: wordSet(
      'preference preferences profile profil habits habitudes gouts sais savez connais connaissez',
    ),
    needs: ({ project, hasTime }) => project === null && !hasTime,
  },
  {
    kind: 'projects',
    pattern: anyOf(
      '(?:which|what|my|our|all|active|current|how many) (?:[a-z]+ )*projects?',
      '(?:projects?|projets?) (?:list|liste)',
      '(?:list|show)(?: [a-z]+)* projects?',
      '(?:quels?|mes|nos|les|liste|combien) (?:[a-z]+ )*projets?',
      'what (?:am i|are we) working on',
      'sur quoi (?:[a-z]+ )*travaill[a-z]+',
    ),
    knows:
      wordSet(`projects projets working work many active actifs ongoing running open cours current liste existing travaille
      travaillons travailler`),
    needs: ({ project, hasTime }) => project === null && !hasTime,
  },
  {
    kind: 'tasks',
    pattern: anyOf(
      '(?:tasks?|todos?|to dos?|deadlines?|due|overdue|priority|priorities|agenda|plate|next steps?)',
      '(?:taches?|echeances?|a faire|priorites?|urgente?s?|prochaines? etapes?)',
      'what (?:should|do|must|can|shall) (?:i|we) (?:(?:have|need) to )?(?:do|work on|start|tackle|focus on)',
      '(?:what to do|(?:que|quoi) faire)',
      'what (?:s |is )?(?:next|left|remaining|pending|planned|coming up|scheduled)',
      'what (?:do|have) (?:i|we) (?:have|got)',
      '(?:que?|quoi|qu) (?:[a-z]+ )*(?:dois|devons|doit|faut|reste|prevue?s?|attend)',
      'par quoi (?:[a-z]+ )*(?:commence|commencer|continuer)',
    ),
    knows:
      wordSet(`task tasks todo todos deadline deadlines due overdue priority priorities agenda plate next step steps first start
      tackle focus work left remaining pending planned coming scheduled upcoming open progress started nearest soon late tache
      taches echeance echeances priorite priorites urgent urgente urgents urgentes prochaine prochaines etape etapes cours
      ouverte ouvertes faire dois devons doit faut reste restent prevu prevue prevus prevues attend commence commencer continuer
      premier premiere venir retard bientot ensuite apres suivant suivante suivantes`),
    needs: always,
  },
  {
    kind: 'tasks',
    pattern: anyOf(
      '(?:appointments?|meetings?|events?|calendar|schedule)',
      '(?:rendez vous|rdv|reunions?|evenements?|calendrier|planning)',
      '(?:am i|are we) (?:free|busy|available)',
      '(?:suis je|je suis|sommes nous|on est) (?:libres?|occupee?s?|disponibles?|prise?s?)',
      '^what (?:s|is)(?: on)?$',
      '^(?:qu|que|quoi)(?: est ce)?(?: qu| que)? (?:j ai|ai je|on a|a t on|nous avons|avons nous)$',
    ),
    unless: anyOf('(?:did|was|were|had|eue?s?|avions|avais|avait|etaient|etait)'),
    knows:
      wordSet(`appointment appointments meeting meetings event events calendar schedule rendez rdv reunion reunions evenement
      evenements calendrier planning free busy available libre libres occupe occupee occupes occupees disponible disponibles
      pris prise prises`),
    needs: ({ mayBeToCome }) => mayBeToCome,
  },
  {
    kind: 'period',
    pattern: anyOf(
      '(?:do|did|done|happened|happen|changed|decided|decisions?|worked|new|accomplished|achieved|log|changelog)',
      '(?:faite?s?|passe|decidee?s?|neuf|nouveau|change|travaille|avance|journal)',
    ),
    knows:
      wordSet(`done happened happen changed change changes decided decision decisions worked work new news accomplished achieved
      made took taken log changelog entries thing things faite faites passe passee decide decidee decides decidees prises prise
      pris neuf nouveau nouveautes travaille avance journal entrees chose choses`),
    needs: ({ hasTime }) => hasTime,
  },
  {
    kind: 'tasks',
    pattern: TIME_ALONE,
    knows: TIME_WORDS,
    needs: ({ isToCome }) => isToCome,
  },
  {
    kind: 'period',
    pattern: TIME_ALONE,
    knows: TIME_WORDS,
    needs: ({ hasTime }) => hasTime,
  },
  {
    kind: 'recent',
    pattern: anyOf(
      '(?:what|anything|whats) (?:s |is |has )?(?:new|changed|happened|happening)',
      '(?:recently|lately|latest|recent)',
      'quoi de neuf',
      'du nouveau',
      '(?:recemment|dernierement|dernieres? decisions?|derniers? changements?)',
    ),
    knows:
      wordSet(`new news changed happened happening recently lately latest recent changes change decisions decision done entries
      anything update updates neuf nouveau recemment dernierement dernier derniers derniere dernieres changement changements passe`),
    needs: ({ hasTime }) => !hasTime,
  },
  {
    kind: 'state',
    pattern: anyOf(
      'where (?:are|were|was|did|do|does|have|had|is|s) (?:we|i|you|it|things|this|that|everything)',
      'where (?:we|i|it|things) (?:are|were|left|stopped|stand)',
      'where (?:is|s|was)(?: at)?$',
      'catch (?:me |us )?up',
      'up to speed',
      `ou en ${EST}`,
      `en ${EST}(?: t)?(?: on| nous| je)? ou`,
      `ou (?:[a-z]+ )*en ${EST}`,
      'fai(?:s|re|sons|tes) le point',
    ),
    knows: wordSet(
      'left leave stopped stop stand things everything catch speed bring etions etais point fais faisons faites',
    ),
    needs: ({ hasTime }) => !hasTime,
  },
  {
    kind: 'state',
    pattern: anyOf(
      '(?:status|state|progress|situation|updates?|recap|summary|summari[sz]e|briefing|resume|continue)',
      '(?:going|happening|progressing|coming along|blocked|blocking)',
      '(?:etat|avancement|statut|point|resumer?|recapitule|avance|nouvelles|neuf|nouveau|bloque)',
    ),
    knows:
      wordSet(`status state progress situation update updates recap summary summarise summarize briefing resume continue going
      happening progressing coming along blocked blocking current latest things work etat avancement statut point resumer
      recapitule avance nouvelles neuf nouveau passe bloque`),
    needs: ({ project, hasTime }) => project !== null && !hasTime,
  },
  {
    kind: 'about',
    pattern:
      /^(?:(?:what|who)(?: is| s| was)|c est quoi|qu est ce que(?: c est)?|(?:tell me|parle moi|parlez moi)(?: about| de| d)?)?(?: ?(?:the|la|le|les|l))?$/,
    knows: wordSet('parle parlez'),
    needs: ({ project, hasTime }) => project !== null && !hasTime,
  },
];

/** `Tâches de la semaine`, `by the end of the week`: of this one. Not `jour de la semaine`. */
function ofThisTime(question: string): string {
  return question.replace(OF_TIME, (words) => THIS_TIME[fold(words).split(' ').at(-1)!]!);
}

const OF_TIME =
  /(?<!jours?\s|days?\s)(?<=\s)(?:(?:d['’]ici |avant |by |before )?(?:la fin|the end) )?(?:de la semaine|du mois|du jour|de la journée|of the (?:week|month|day))(?=\s*[?.!]*$)/iu;
const THIS_TIME: Record<string, string> = {
  semaine: 'cette semaine',
  mois: 'ce mois-ci',
  jour: "aujourd'hui",
  journee: "aujourd'hui",
  week: 'this week',
  month: 'this month',
  day: 'today',
};
