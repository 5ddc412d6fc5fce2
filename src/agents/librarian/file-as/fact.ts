import { nameWords } from '../../../tools/find-project.js';
import { joinPath, ROOT } from '../../../vault/paths.js';
import type { Language } from '../../../vault/starter.js';
import { fileImages, log } from '../filing.js';
import { type ProfileSection, personIn, profileSection, withoutLeadIn } from '../kinds/fact.js';
import { capitalised, onOneLine, titleOf } from '../kinds/sentences.js';
import type { LineEdit } from '../line-edits.js';
import { changedLine, leading, outdatedLines } from '../outdated-lines.js';
import { addToSection, type Section } from '../sections.js';
import { bucketOf, changelogOf, type Filed, type Job, linksTo, withFullStop } from './job.js';
import { fileLogged } from './note.js';

export const PROFILE = joinPath(ROOT, 'profile.md');

/**
 * A fact about the user or their people: into its section of the profile (`given`, else the one of its words). One that replaces a value there
 * is kept as a note where its caller can ask.
 */
export function fileFact(job: Job, given?: ProfileSection): Filed {
  const { context, material, language } = job;
  const { vault } = context;
  const fact = withoutLeadIn(material.text);
  const edit = job.canAsk ? replacedBy(job, fact) : null;
  if (edit !== null) return { ...fileLogged({ ...job, project: null }), offers: [edit], isHeldBack: true };
  const title = titleOf(capitalised(fact));
  const images = fileImages(vault, bucketOf(null), material);
  const links = [...linksTo([PROFILE, ...images]), ...(job.sources ?? [])];
  const section = sections(language)[given ?? profileSection(fact) ?? 'preferences'];
  const line = withFullStop(`- ${onOneLine(capitalised(fact))}`);
  vault.save(vault.locate(PROFILE), (current) => addToSection(current ?? '', section, line));
  log(vault, changelogOf(null), SAY[language].fact(title), links);
  return { summary: SAY[language].added(title, section.heading), title, path: PROFILE };
}

/** True where a text says that what a line of the profile states has changed: `le tarif journalier passe à 620 €`. */
export function changesProfile({ context, material: { text } }: Job): boolean {
  return (
    changedLine(outdatedLines(context.vault, [PROFILE], withoutLeadIn(text)), text)?.isSameSubject === true
  );
}

/** The line whose value a fact replaces: about the same thing, or the only one with such a value of the user's own. */
function replacedBy({ context }: Job, fact: string): LineEdit | null {
  const found = outdatedLines(context.vault, [PROFILE], fact);
  const person = personIn(fact);
  const own = found.filter(({ before }) => person !== null && nameWords(before)[0] === person);
  if (own.length === 1) return own[0]!;
  const best = leading(found);
  if (best === null) return null;
  return best.isSameSubject || (found.length === 1 && OWN.test(fact)) ? best : null;
}

const OWN = /^(?:my|mon|ma|mes)\b/i;

function sections(language: Language): Record<ProfileSection, Section> {
  const isFrench = language === 'fr';
  return {
    identity: {
      names: ['identite', 'identity', 'about me', 'moi'],
      heading: isFrench ? 'Identité' : 'Identity',
    },
    work: { names: ['travail', 'work', 'job', 'metier'], heading: isFrench ? 'Travail' : 'Work' },
    people: {
      names: ['proches', 'people', 'family', 'famille', 'contacts', 'entourage', 'relations'],
      heading: isFrench ? 'Proches' : 'People',
    },
    preferences: {
      names: ['preferences', 'gouts', 'habitudes', 'habits'],
      heading: isFrench ? 'Préférences' : 'Preferences',
    },
  };
}

const SAY = {
  en: {
    fact: (title: string) => `Profile: ${title}`,
    added: (title: string, section: string) => `Added to your profile (${section}): ${title}`,
  },
  fr: {
    fact: (title: string) => `Profil : ${title}`,
    added: (title: string, section: string) => `Ajouté à votre profil (${section}) : ${title}`,
  },
} as const;
