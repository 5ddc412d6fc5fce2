import { sameForm, tellingWords } from '../../search/text/shared-words.js';
import { fold } from '../../shared/fold.js';
import { KINDS, type Kind } from './kinds.js';
import { announcedProject } from './marks.js';
import type { Choice } from './review.js';
import { projectsNamed } from './routing/names.js';

/** What an answer to a question says. */
export interface Reply {
  /** The choices it names, by number, label or words. */
  chosen: Choice[];
  /** `yes`, `no`: a plain answer to a plain question. */
  plain: 'yes' | 'no' | null;
  /** The existing projects it names. */
  projects: string[];
  newProject: string | null;
  place: 'bucket' | 'profile' | 'discard' | null;
  kind: Kind | null;
  /** What it tells beside that; filed with the input. */
  words: string;
}

const NOTHING: Reply = {
  chosen: [],
  plain: null,
  projects: [],
  newProject: null,
  place: null,
  kind: null,
  words: '',
};

const words = (text: string) => text.split(/\s+/);

/** Each meaning with the words by which people say it, folded; `_` stands for a space. */
const MEANINGS: readonly (readonly [meaning: string, says: readonly string[]])[] = [
  [
    'yes',
    words(
      'yes y yep yeah ok okay right correct exactly sure all both oui o ouais exact parfait tous tout toutes c_est_ca c_est_bon d_accord les_deux',
    ),
  ],
  [
    'no',
    words(
      'no n nope wrong none nothing neither non faux aucun aucune rien pas_du_tout none_of_them ni_l_un_ni_l_autre',
    ),
  ],
  [
    'discard',
    words(
      'delete discard remove trash drop ignore supprime supprimer supprime_le supprime_la supprime_ca efface effacer efface_le efface_ca jette jeter jette_le jette_ca oublie oublie_ca poubelle a_la_poubelle delete_it delete_this discard_it forget_it throw_it_away remove_it',
    ),
  ],
  [
    'bucket',
    words(
      'bucket no_project not_a_project aucun_projet pas_de_projet sans_projet nulle_part general en_vrac',
    ),
  ],
  ['profile', words('profile profil my_profile mon_profil about_me sur_moi')],
  ['task', words('task tasks todo to_do tache taches a_faire')],
  ['decision', words('decision')],
  ['appointment', words('appointment deadline meeting echeance rendez_vous rdv')],
  ['preference', words('preference')],
  ['done', words('done finished fait termine c_est_fait')],
  ['note', words('note a_note une_note')],
];

/** Words around an answer that say nothing more. */
const AROUND = new Set(
  words(
    `please the a an in into to of as it is this that for number no choice option line lines one ones and take pick change only just put file move
     svp merci la le les l un une des dans de du en comme pour c est numero n choix ligne lignes et prends mets classe range change seulement juste`,
  ),
);
const ORDINALS = new Map(
  [
    'first premier premiere 1er 1ere',
    'second deuxieme seconde 2e 2eme',
    'third troisieme 3e 3eme',
    'fourth quatrieme 4e 4eme',
  ].flatMap((names, index) => names.split(' ').map((name) => [name, String(index + 1)] as const)),
);

/** Reads an answer: numbers, labels, or the user's own words. Nothing of it is an error; it may say nothing. */
export function readReply(answer: string, choices: readonly Choice[], projects: readonly string[]): Reply {
  const text = answer.trim();
  const chosen = chosenIn(text, choices);
  if (chosen.length > 0) return { ...NOTHING, chosen };
  const newProject = announcedProject(text);
  if (newProject !== null) return { ...NOTHING, newProject };
  const folded = fold(text).replaceAll(/[’'-]/g, ' ');
  const named = projectsNamed(folded, projects).filter((name) => !isDenied(folded, name));
  const names = new Set(named.flatMap((name) => name.split('-')));
  const [before = ''] = folded.split(/[:\n]/, 1);
  const meant = meaningsIn(before.replaceAll(/[\p{L}\p{N}]+/gu, (word) => (names.has(word) ? '' : word)));
  const place = (['discard', 'profile', 'bucket'] as const).find((one) => meant.has(one)) ?? null;
  const kind = KINDS.find((one) => meant.has(one)) ?? null;
  const plain = meant.has('no') ? ('no' as const) : meant.has('yes') ? ('yes' as const) : null;
  const reply = {
    ...NOTHING,
    projects: named,
    place: named.length > 0 ? null : place,
    kind: place === 'discard' ? null : kind,
    plain: place === null && named.length === 0 && kind === null ? plain : null,
    words: place === 'discard' ? '' : ownWords(text, named),
  };
  const isClear = reply.plain ?? reply.place ?? reply.kind ?? reply.projects[0];
  return isClear === undefined || isClear === null ? { ...reply, chosen: byWords(text, choices) } : reply;
}

/** The meanings that a short answer consists of; none of a sentence that says more. */
function meaningsIn(folded: string): Set<string> {
  let rest = ` ${(folded.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
  const found = new Set<string>();
  const said = MEANINGS.flatMap(([meaning, says]) =>
    says.map((each) => [meaning, ` ${each.replaceAll('_', ' ')} `] as const),
  ).sort(([, a], [, b]) => b.length - a.length);
  for (const [meaning, each] of said)
    if (rest.includes(each)) {
      found.add(meaning);
      rest = rest.replaceAll(each, '  ');
    }
  const left = rest.split(' ').filter((word) => word !== '' && !AROUND.has(word));
  return left.length > MOST_OTHER_WORDS ? new Set() : found;
}

/** `yes please`, `tâche pour lundi`: more words than these are a sentence of its own. */
const MOST_OTHER_WORDS = 3;

/** `2`, `1 and 3`, `oui, la 1`, `the second one please`, or a label. */
function chosenIn(text: string, choices: readonly Choice[]): Choice[] {
  const exact = choices.find(({ id, label }) => id === text || fold(label) === fold(text));
  if (exact !== undefined) return [exact];
  const said = (fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).filter(
    (word) => !AROUND.has(word) && !YES_WORDS.has(word),
  );
  const ids = said.map((word) => ORDINALS.get(word) ?? word);
  if (ids.length === 0 || !ids.every((id) => /^\d+$/.test(id))) return [];
  const chosen = choices.filter(({ id }) => ids.includes(id));
  return chosen.length === new Set(ids).size ? chosen : [];
}

const YES_WORDS = new Set(MEANINGS.find(([meaning]) => meaning === 'yes')![1]);

/** The one choice that holds more of the words of an answer than any other: `celle de Paul`. */
function byWords(text: string, choices: readonly Choice[]): Choice[] {
  const said = tellingWords(text);
  if (said.length === 0 || said.length > MOST_WORDS) return [];
  const [best, next] = choices
    .map((choice) => {
      const label = tellingWords(choice.label);
      const shared = said.filter((word) => label.some((other) => sameForm(word, other))).length;
      // `Paula` has the stem of `Paul`.
      const exact = said.filter(([word]) => label.some(([other]) => other === word)).length;
      return { choice, shared: shared + exact };
    })
    .sort((a, b) => b.shared - a.shared);
  if (best === undefined || best.shared < said.length || best.shared === (next?.shared ?? 0)) return [];
  return best.shared === 0 ? [] : [best.choice];
}

const MOST_WORDS = 8;

/** `not tidewater`, `pas tidewater` */
function isDenied(folded: string, name: string): boolean {
  const before = folded.split(fold(name).replaceAll('-', ' '))[0]!;
  return /(?:^|\s)(?:not|pas|neither|nor|ni)(?: (?:for|pour|to|dans))?\s*$/.test(before);
}

const LEAST_WORDS = 3;

/** What stands behind a colon, or the whole answer where it says more than where to file. */
function ownWords(text: string, named: readonly string[]): string {
  const behind = /^[^:\n]{1,60}?\s?:\s+(\S[\s\S]*)$/.exec(text)?.[1];
  if (behind !== undefined && named.length > 0) return behind.trim();
  const names = new Set(named.flatMap((name) => fold(name).split(/[^a-z0-9]+/)));
  const known = new Set(MEANINGS.flatMap(([, says]) => says.flatMap((each) => each.split('_'))));
  const telling = tellingWords(text).filter(
    ([word]) => ![names, known, AROUND].some((set) => set.has(word!)),
  );
  return telling.length >= LEAST_WORDS ? text : '';
}
