import { fold } from '../../search/text/fold.js';
import { tellingWords } from '../../search/text/shared-words.js';
import type { Choice } from './choices.js';
import type { Kind } from './kinds/kind.js';
import { nameOf } from './projects.js';
import { projectsNamed } from './routing/names.js';

/** What an answer to an inbox item says. */
export interface Reply {
  /** The choices it names, by number or label. */
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

/** Reads an answer: numbers, labels, or the user's own words. Nothing of it is an error; it may say nothing. */
export function readReply(answer: string, choices: readonly Choice[], projects: readonly string[]): Reply {
  const text = answer.trim();
  const chosen = chosenIn(text, choices);
  if (chosen.length > 0) return { ...NOTHING, chosen };
  const folded = fold(text).replaceAll('’', "'");
  const newProject = NEW_PROJECT.exec(folded)?.[1];
  if (newProject !== undefined && newProject.trim() !== '')
    return { ...NOTHING, newProject: nameOf(newProject) };
  const named = projectsNamed(folded, projects).filter((name) => !isDenied(folded, name));
  const place = named.length > 0 ? null : placeIn(folded);
  return {
    ...NOTHING,
    plain: YES.test(folded) ? 'yes' : NO.test(folded) ? 'no' : null,
    projects: named,
    place,
    kind: place === 'discard' ? null : (KIND_WORDS.find(([form]) => form.test(folded))?.[1] ?? null),
    words: place === 'discard' ? '' : ownWords(text, named),
  };
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

/** `2`, `1 and 3`, `oui, la 1`, `the second one please`, or the words of a label. */
function chosenIn(text: string, choices: readonly Choice[]): Choice[] {
  const exact = choices.find(({ id, label }) => id === text || fold(label) === fold(text));
  if (exact !== undefined) return [exact];
  const words = fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  const ids = words.filter((word) => !AROUND_NUMBERS.has(word)).map((word) => ORDINALS.get(word) ?? word);
  if (ids.length === 0 || !ids.every((id) => /^\d+$/.test(id))) return [];
  const chosen = choices.filter(({ id }) => ids.includes(id));
  return chosen.length === new Set(ids).size ? chosen : [];
}

/** The words around the number of a choice that say nothing more. */
const AROUND_NUMBERS = new Set(
  `yes yep ok okay please the number no choice option line lines one ones and take pick change only just
  oui ouais d accord merci svp la le les l numero n choix ligne lignes et prends change modifie seulement juste s il te vous plait`.split(
    /\s+/,
  ),
);
const ORDINALS = new Map(
  [
    ['1', 'first 1st premier premiere 1er 1ere'],
    ['2', 'second 2nd deuxieme seconde 2e 2eme'],
    ['3', 'third 3rd troisieme 3e 3eme'],
    ['4', 'fourth 4th quatrieme 4e 4eme'],
  ].flatMap(([id, names]) => names!.split(' ').map((name) => [name, id!] as const)),
);

const YES =
  /^(?:yes|y|yep|ok|okay|right|correct|exactly|sure|all|both|oui|o|ouais|exact|c'est (?:ca|bon|juste)|d'accord|parfait|tous?|toutes|les deux)\b[^\p{L}]*$/u;
const NO = /^(?:no|n|nope|wrong|none|nothing|neither|non|faux|pas du tout|aucune?|rien)\b[^\p{L}]*$/u;
const NEW_PROJECT =
  /\b(?:new project|nouveau projet)\s*(?:(?:called|named|appele|nomme|pour|for)\s+)?:?\s*["'«]?\s*([^"'».]*)/s;
const DISCARD =
  /^(?:please )?(?:delete|discard|remove|trash|forget|dismiss|drop|ignore|supprime|efface|jette|jeter|oublie|ignore)\w*(?:[ -](?:it|this|that|ca|la|le|cela|ceci))?\b[^\p{L}]*$|\b(?:neither|none of (?:them|these)|aucun(?: des deux)?|ni l'un ni l'autre)\b.*\b(?:delete|discard|remove|supprim|efface|jette|poubelle)|\b(?:delete|discard|throw) (?:it|this|that)\b|\b(?:supprime|efface|jette)(?:-le|-la|-les| ca| tout)?\b[^\p{L}]*$|\b(?:poubelle|a la corbeille)\b/u;
const BUCKET =
  /\bbucket\b|\bno project\b|\bnot a project\b|\bany project\b|\baucun projet\b|\bpas de projet\b|\bsans projet\b|^(?:general|global|nowhere|nulle part|en vrac)\b/;
const PROFILE = /\b(?:my )?(?:profile?|profil)\b|\babout me\b|\bsur moi\b/;

function placeIn(folded: string): Reply['place'] {
  if (DISCARD.test(folded)) return 'discard';
  if (PROFILE.test(folded)) return 'profile';
  return BUCKET.test(folded) ? 'bucket' : null;
}

const KIND_WORDS: readonly (readonly [RegExp, Kind])[] = [
  [/\b(?:tasks?|to-?dos?|taches?|a faire)\b/, 'task'],
  [/\bdecisions?\b/, 'decision'],
  [/\b(?:deadline|appointment|meeting|echeance|rendez-vous|date limite)\b/, 'appointment'],
  [/\b(?:already )?(?:done|finished)\b|\bc'est fait\b/, 'done'],
  [/\b(?:a|une|as a|comme) note\b|^note\b/, 'note'],
];

/** `not tidewater`, `pas tidewater` */
function isDenied(folded: string, name: string): boolean {
  const words = fold(name)
    .split(/[^a-z0-9]+/)
    .join('[^a-z0-9]+');
  return new RegExp(`\\b(?:not|pas|neither|nor|ni)\\b (?:for |pour |to |dans )?${words}`).test(folded);
}

const LEAST_WORDS = 3;
const FILING_WORDS = new Set(
  `belongs belong project projet bucket profile profil task tache tasks taches note decision file put class classe range mets
  goes both deux please merci`.split(/\s+/),
);

/** What stands behind a colon, or the whole answer where it says more than where to file. */
function ownWords(text: string, named: readonly string[]): string {
  const behind = /^[^:\n]{1,60}?\s?:\s+(\S[\s\S]*)$/.exec(text)?.[1];
  if (behind !== undefined && named.length > 0) return behind.trim();
  const names = new Set(named.flatMap((name) => fold(name).split(/[^a-z0-9]+/)));
  const telling = tellingWords(text).filter(([word]) => !names.has(word!) && !FILING_WORDS.has(word!));
  return telling.length >= LEAST_WORDS ? text : '';
}
