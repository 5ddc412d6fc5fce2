import type { Language } from '../../vault/starter.js';
import type { Candidate } from './candidates.js';
import { type Decision, labelsFor } from './choices.js';

export interface ReviewFacts {
  text: string;
  content: readonly string[];
  searched: number;
  candidates: readonly Candidate[];
  decisions: readonly Decision[];
}

/** The page that explains a doubt: the search, the evidence for each project, one question and its choices. */
export function writeReview(facts: ReviewFacts, language: Language): string {
  const say = language === 'fr' ? FRENCH : ENGLISH;
  const start = facts.text.trim().replaceAll(/\s+/g, ' ');
  const sections = [
    `# ${say.title}`,
    start === '' ? '' : `> ${start.length > 200 ? `${start.slice(0, 197)}…` : start}`,
    `${say.content}: ${facts.content.join(', ')}`.replace(':', language === 'fr' ? ' :' : ':'),
    `## ${say.searchedTitle}\n\n${say.searched(facts.searched, facts.candidates.length)}`,
    `## ${say.candidates}\n\n${facts.candidates.map(candidateLines).join('\n') || say.none}`,
    `## ${say.question}\n\n${say.ask}`,
    `## ${say.choices}\n\n${labelsFor(facts.decisions, language)
      .map((label, index) => `${index + 1}. ${label}`)
      .join('\n')}`,
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function candidateLines({ project, score, evidence }: Candidate): string {
  const lines = evidence.map(({ path, lines: range, text }) => `  - ${path} (lines ${range}): ${text}`);
  return [`- ${project} (${score.toFixed(2)})`, ...lines].join('\n');
}

const ENGLISH = {
  title: 'Where does this belong?',
  content: 'Content',
  searchedTitle: 'Search',
  searched: (chunks: number, projects: number) =>
    `Rappel searched the whole vault for this text. Chunks found: ${chunks}; projects among them: ${projects}.`,
  candidates: 'Candidates',
  none: 'No project matches clearly.',
  question: 'Question',
  ask: 'Which project does this belong to, or what should Rappel do with it?',
  choices: 'Choices',
};

const FRENCH: typeof ENGLISH = {
  title: 'Où classer ceci ?',
  content: 'Contenu',
  searchedTitle: 'Recherche',
  searched: (chunks, projects) =>
    `Rappel a cherché ce texte dans tout le vault. Passages trouvés : ${chunks} ; projets concernés : ${projects}.`,
  candidates: 'Candidats',
  none: "Aucun projet ne s'impose.",
  question: 'Question',
  ask: 'À quel projet rattacher ceci, ou que faut-il en faire ?',
  choices: 'Choix',
};
