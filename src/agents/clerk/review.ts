import { fold } from '../../shared/fold.js';
import { fieldOf, firstBodyLine, splitFrontmatter } from '../../vault/frontmatter.js';
import { findHeadings, type Heading } from '../../vault/headings.js';
import { shownLines } from '../../vault/lines.js';
import { yamlField } from '../../vault/yaml-value.js';
import type { Language } from '../../words/language.js';
import type { ProjectCandidate } from './candidates.js';

/** What an inbox item asks; it stands in the frontmatter of the review and decides what an answer does. */
export type Asks = 'place' | 'right' | 'offers' | 'session' | 'sync' | 'secret';

export interface ReviewFacts {
  asks: Asks;
  /** The input, without secrets. */
  text: string;
  /** The files that lie beside the review. */
  content: readonly string[];
  /** Paragraphs under a heading each: what was searched, found, filed. */
  sections: readonly (readonly [heading: string, text: string])[];
  /** The words of the question; those of its kind where left out. */
  question?: string;
  choices: readonly string[];
  /** More fields of the frontmatter, which an answer needs: what each choice does, in JSON. */
  actions?: string;
  update?: string;
  session?: string;
  path?: string;
  /** The id of the text with a secret that it asks about. */
  held?: string;
}

/** The page that explains a doubt: what was found, one question and its choices. */
export function writeReview(facts: ReviewFacts, language: Language): string {
  const say = language === 'fr' ? FRENCH : ENGLISH;
  const start = facts.text.trim().replaceAll(/\s+/g, ' ');
  const colon = language === 'fr' ? ' :' : ':';
  const sections = [
    `# ${say.titles[facts.asks]}`,
    start === '' ? '' : `> ${start.length > MOST_QUOTED ? shortened(start) : start}`,
    facts.content.length === 0 ? '' : `${say.content}${colon} ${facts.content.join(', ')}`,
    ...facts.sections.map(([heading, text]) => `## ${heading}\n\n${text}`),
    `## ${say.question}\n\n${facts.question ?? say.questions[facts.asks]}`,
    `## ${say.choices}\n\n${facts.choices.map((label, index) => `${index + 1}. ${label}`).join('\n')}`,
  ];
  const { asks, actions, update, session, path, held } = facts;
  // What a secret says beside itself is not for search either.
  const search = asks === 'secret' ? 'false' : undefined;
  const fields = Object.entries({ asks, update, session, path, held, search });
  const plain = fields.flatMap(([key, value]) => (value === undefined ? [] : [`${key}: ${value}`]));
  const yaml = [...plain, ...(actions === undefined ? [] : [yamlField('actions', actions)])].join('\n');
  return `---\n${yaml}\n---\n\n${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

const MOST_QUOTED = 200;

function shortened(text: string): string {
  const cut = text.slice(0, MOST_QUOTED - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), MOST_QUOTED / 2))}…`;
}

/** The evidence for each project, in the words of a review. */
export function candidateSections(
  candidates: readonly ProjectCandidate[],
  searched: number,
  language: Language,
): [string, string][] {
  const say = language === 'fr' ? FRENCH : ENGLISH;
  return [
    [say.searchedTitle, say.searched(searched, candidates.length)],
    [say.candidates, candidates.map(candidateLines).join('\n') || say.none],
  ];
}

function candidateLines({ project, score, evidence }: ProjectCandidate): string {
  const lines = evidence.map(({ path, lines: range, text }) => `  - ${path} (lines ${range}): ${text}`);
  return [`- ${project} (${score.toFixed(2)})`, ...lines].join('\n');
}

/** The heading of the section that says where an input lies already, and that text. */
export function filedSection(path: string, language: Language): [string, string] {
  return [language === 'fr' ? FRENCH.filed : ENGLISH.filed, `→ ${path}`];
}

/** Why an input was filed where it lies. */
export function whySection(reasons: readonly string[], language: Language): [string, string] {
  return language === 'fr'
    ? [FRENCH.why, `Raison : ${reasons.join(' ; ')}`]
    : [ENGLISH.why, `Why: ${reasons.join('; ')}`];
}

const ENGLISH = {
  titles: {
    place: 'Where does this belong?',
    right: 'Is this the right place?',
    offers: 'What should Rappel do with this?',
    session: 'What should Rappel keep from this session?',
    sync: 'Which version is right?',
    secret: 'This seems to contain a secret. Keep it?',
  },
  questions: {
    place: 'Which project does this belong to, or what should Rappel do with it?',
    right: 'Rappel filed this where it fits best, but is not sure. Is that right, or where should it go?',
    offers: 'The text is kept whole. Which of these should Rappel also do?',
    session: 'The session is saved whole. Which of these lines should Rappel also file?',
    sync: 'Two machines changed the same place. Which version is right?',
    secret:
      'Kept, it is filed for you and stays masked for every model; deleted, nothing of it remains. Keep it?',
  },
  content: 'Content',
  filed: 'Filed',
  why: 'Reason',
  searchedTitle: 'Search',
  searched: (chunks: number, projects: number) =>
    `Rappel searched the whole vault for this text. Chunks found: ${chunks}; projects among them: ${projects}.`,
  candidates: 'Candidates',
  none: 'No project matches clearly.',
  question: 'Question',
  choices: 'Choices',
};

const FRENCH: typeof ENGLISH = {
  titles: {
    place: 'Où classer ceci ?',
    right: 'Est-ce le bon endroit ?',
    offers: 'Que faut-il en faire ?',
    session: 'Que faut-il retenir de cette session ?',
    sync: 'Quelle version est la bonne ?',
    secret: 'Ceci semble contenir un secret. Le garder ?',
  },
  questions: {
    place: 'À quel projet rattacher ceci, ou que faut-il en faire ?',
    right:
      "Rappel a classé ceci à l'endroit le plus probable, sans en être sûr. Est-ce le bon, ou où le mettre ?",
    offers: 'Le texte est gardé en entier. Que faut-il faire aussi ?',
    session: 'La session est enregistrée en entier. Lesquelles de ces lignes faut-il aussi classer ?',
    sync: 'Deux machines ont modifié le même endroit. Quelle version est la bonne ?',
    secret:
      'Gardé, il est classé pour vous et reste masqué pour tout modèle ; supprimé, il n’en reste rien. Le garder ?',
  },
  content: 'Contenu',
  filed: 'Classé',
  why: 'Raison',
  searchedTitle: 'Recherche',
  searched: (chunks, projects) =>
    `Rappel a cherché ce texte dans tout le vault. Passages trouvés : ${chunks} ; projets concernés : ${projects}.`,
  candidates: 'Candidats',
  none: "Aucun projet ne s'impose.",
  question: 'Question',
  choices: 'Choix',
};

export interface Choice {
  id: string;
  label: string;
}

/** The numbered list under the heading "Choices" of a review. */
export function choicesIn(review: string): Choice[] {
  return sectionIn(review, ['choices', 'choix']).flatMap((line) => {
    const match = /^(\d+)\. (.+)$/.exec(line);
    return match ? [{ id: match[1]!, label: match[2]! }] : [];
  });
}

/**
 * The question of a review. Those of the clerk (they have the field `asks`) ask in their title; others under a heading
 * that speaks of a question, else in a heading, else in the last paragraph that asks. Without any, the title.
 */
export function questionIn(review: string): string | null {
  const lines = shownLines(review);
  const headings = findHeadings(lines, firstBodyLine(review));
  const title = headings[0]?.text ?? null;
  const { yaml, body } = splitFrontmatter(review);
  if (title !== null && asks(title) && fieldOf(yaml, 'asks') !== null) return title;
  const section = sectionNamed(lines, headings, (name) =>
    /^(?:la |the |ma |my |one |precise )*questions?\b/.test(name),
  );
  const [stated = ''] = paragraphsOf(section.join('\n'));
  if (stated !== '') return stated;
  const heading = headings.find(({ text }) => asks(text));
  const said = paragraphsOf(body).findLast((text) => asks(text) && !/^(?:#|>)/.test(text));
  return heading?.text ?? said?.replace(/^question\s?:\s*/i, '') ?? title;
}

function asks(text: string): boolean {
  return /\?["»”)]*$/.test(text.trim());
}

/** Each in one line, without marks of emphasis around it. */
function paragraphsOf(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) =>
      paragraph
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/\*\*|__/g, '')
        .trim(),
    )
    .filter((paragraph) => paragraph !== '');
}

/** The lines under a heading of a review. */
function sectionIn(review: string, names: readonly string[]): string[] {
  const lines = shownLines(review);
  return sectionNamed(lines, findHeadings(lines), (name) => names.includes(name));
}

function sectionNamed(
  lines: readonly string[],
  headings: readonly Heading[],
  matches: (name: string) => boolean,
): string[] {
  const at = headings.findIndex(({ text }) => matches(fold(text)));
  if (at === -1) return [];
  return lines.slice(headings[at]!.line, (headings[at + 1]?.line ?? lines.length + 1) - 1);
}
