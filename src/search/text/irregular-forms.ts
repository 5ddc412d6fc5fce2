import type { TextLanguage } from './stop-words.js';

/**
 * Forms that share no stem, and nouns made of verbs: `went` and `go`, `vécu` and `vivre`, `ouvre` and `ouverture`. Folded,
 * separated by commas; only a question is widened by them, the index stays as it is.
 */
export function otherForms(folded: string, language: TextLanguage | null): readonly string[] {
  const french = language === 'en' ? [] : formsBeside(folded, groupsOf('fr'));
  const english = language === 'fr' ? [] : formsBeside(folded, groupsOf('en'));
  return [...french, ...english];
}

/** Every form of the groups of a language. */
export function irregularForms(language: TextLanguage): Iterable<string> {
  return new Set(groupsOf(language).match(/[^ ,]+/g));
}

/** Looked up in the text itself: a command asks for a few words, and a table of all forms would take longer to make. */
function formsBeside(form: string, groups: string): string[] {
  const forms: string[] = [];
  for (let at = groups.indexOf(` ${form} `); at !== -1; at = groups.indexOf(` ${form} `, at + 1)) {
    const group = groups.slice(groups.lastIndexOf(',', at) + 2, groups.indexOf(',', at) - 1);
    forms.push(...group.split(' ').filter((other) => other !== form));
  }
  return forms;
}

const groups: Partial<Record<TextLanguage, string>> = {};

/** With one space around each form and each comma, and a comma at both ends. */
function groupsOf(language: TextLanguage): string {
  groups[language] ??= `, ${(language === 'fr' ? frenchForms() : ENGLISH)
    .trim()
    .replace(/\s*,\s*/g, ' , ')
    .replace(/\s+/g, ' ')} ,`;
  return groups[language];
}

const ENGLISH = `
  march marches marched marching, go goes went gone going, say says said, get gets got gotten getting, make
  makes made making, know knows knew known, think thinks thought, take takes took taken taking, see sees saw
  seen, come comes came coming, give gives gave given giving, find finds found, tell tells told, become
  becomes became becoming, leave leaves left leaving, feel feels felt, bring brings brought, begin begins
  began begun beginning, keep keeps kept, hold holds held, write writes wrote written writing, stand stands
  stood, hear hears heard, mean means meant, meet meets met, run runs ran running, pay pays paid, sit sits
  sat sitting, speak speaks spoke spoken speech, lead leads led, grow grows grew grown growth, lose loses
  lost losing loss, fall falls fell fallen, send sends sent, build builds built, understand understands
  understood, draw draws drew drawn, break breaks broke broken, spend spends spent, rise rises rose risen,
  drive drives drove driven driving, buy buys bought, wear wears wore worn, choose chooses chose chosen
  choosing choice, eat eats ate eaten, sleep sleeps slept, teach teaches taught, catch catches caught, fight
  fights fought, sell sells sold sale, win wins won winning, sing sings sang sung, swim swims swam swum
  swimming, fly flies flew flown flight, forget forgets forgot forgotten, throw throws threw thrown, ride
  rides rode ridden riding, shoot shoots shot, steal steals stole stolen, hide hides hid hidden, drink
  drinks drank drunk, ring rings rang rung, shake shakes shook shaken, wake wakes woke woken, freeze freezes
  froze frozen, tear tears tore torn, bite bites bit bitten, blow blows blew blown, lend lends lent, seek
  seeks sought, bind binds bound, deal deals dealt, dig digs dug, feed feeds fed, hang hangs hung, lay lays
  laid, lie lies lay lain lying, light lights lit, shine shines shone, stick sticks stuck, strike strikes
  struck, sweep sweeps swept, swear swears sworn swore, weep weeps wept, child children, man men, woman
  women, person people persons, foot feet, tooth teeth, mouse mice, life lives live, born birth, die dies
  died dying dead death, marry marries married marriage, decide decides decided decision, wife wives, knife
  knives, leaf leaves, shelf shelves, good better best, bad worse worst
`;

/** Verbs that differ only in how they begin: the beginnings (`-` for none), and what follows in each form. */
const FRENCH_GROUPS: readonly (readonly [string, string])[] = [
  [
    't obt cont maint sout ret appart entret v dev rev parv interv prov conv surv',
    'enir ient iennent int inrent enu enue enus enait iendra',
  ],
  ['- ap com re entre sur', 'prendre prend prennent prit prirent pris prise prends'],
  ['- per pro re ad com sou trans e o', 'mettre met mettent mit mirent mis mise mets'],
  ['con pro tra re intro se de repro', 'duire duit duisent duisit duite duction'],
  ['con de in recon', 'struire struit struisent struisit struite struction'],
  ['e de ins pres sous trans', 'crire crit crivent crivit crivait crite crits'],
  ['- re pre entre', 'voir voit voient vit vu vue vus verra'],
  ['re con per de aper', 'cevoir coit coivent cut cu cue cus ception'],
  ['- sur re', 'vivre vit vivent vecut vecu vecue'],
  ['con recon', 'naitre nait naissent nut nu nue nus'],
  ['- ap dis com', 'paraitre parait paraissent parut parurent paru parue'],
  ['- pour', 'suivre suit suivent suivit suivi suivie'],
  ['- par se con ac', 'courir court courent courut couru'],
  ['ouv couv', 'rir re rent rit ert erte erts erture'],
  ['decouv recouv off souff', 'rir re rent rit ert erte erts'],
  ['p att et restr', 'eindre eint eignent eignit einte'],
  ['cr contr pl', 'aindre aint aignent aignit ainte'],
  ['j rej adj', 'oindre oint oignent oignit ointe'],
  ['ac con re', 'querir quiert quierent quit quirent quis quise'],
  ['- com a', 'battre bat battent battit battu battue'],
  ['- inter', 'rompre rompt rompent rompit rompu rompue'],
  ['- inter pre contre', 'dire dit disent dirent dis dite dits'],
  ['- e re', 'lire lit lisent lut lu lue lus'],
  [
    'ven per ren repon descen atten defen eten enten ten preten fon confon suspen depen',
    'dre d dent dit dirent du due dus',
  ],
  ['- con', 'vaincre vainc vainquirent vainquit vaincu vaincue'],
  ['env renv empl depl', 'oyer oie oient oya oye oyee'],
];

function conjugated([starts, forms]: readonly [string, string]): string[] {
  return starts.split(' ').map((start) => {
    const begin = start === '-' ? '' : start;
    return forms
      .split(' ')
      .map((form) => begin + form)
      .join(' ');
  });
}

function frenchForms(): string {
  return `${FRENCH_GROUPS.flatMap(conjugated).join(', ')}, ${FRENCH}`;
}

const FRENCH = `
  aller va vont vais allait alla alle ira iront irai, faire fait font faisait fit firent fera feront fais
  faites, savoir sait savent sut su sais saura, pouvoir peut peuvent put purent pu peux pourra, vouloir veut
  veulent voulut voulu veux voudra, devoir doit doivent dut durent du dois devra, mourir meurt meurent
  mourut mort morte morts, naitre nait naissent naquit ne nee nes naissance, croire croit croient crut cru,
  boire boit boivent but bu bue, mentir ment mentent mentit menti, partir part partent partit parti partie
  depart, sortir sort sortent sortit sorti sortie, servir sert servent servit servi, sentir sent sentent
  sentit senti, choisir choisit choisissent choisi choisie choix, acheter achete acheta achetee achat
  achats, vendre vend vendent vendu vendue vente ventes, elire elit elu elue elus election, payer paie paye
  paient paya paiement, appeler appelle appellent appela, jeter jette jettent jeta, oeil yeux, cheval
  chevaux, travail travaux, journal journaux, animal animaux, bon bonne meilleur meilleure meilleurs
`;
