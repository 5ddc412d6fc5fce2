import type { TextLanguage } from './language.js';

/**
 * Forms that share no stem: `went` and `go`, `vécu` and `vivre`. Folded, one verb or noun a line; only a question is
 * widened by them, the index stays as it is.
 */
export function otherForms(folded: string, language: TextLanguage | null): readonly string[] {
  const french = language === 'en' ? [] : (FRENCH.get(folded) ?? []);
  const english = language === 'fr' ? [] : (ENGLISH.get(folded) ?? []);
  return [...french, ...english];
}

function tableOf(text: string): Map<string, string[]> {
  const table = new Map<string, string[]>();
  for (const line of text.trim().split('\n')) {
    const forms = line.trim().split(' ');
    for (const form of forms) {
      table.set(form, [...(table.get(form) ?? []), ...forms.filter((other) => other !== form)]);
    }
  }
  return table;
}

const ENGLISH = tableOf(`
go goes went gone going
say says said
get gets got gotten getting
make makes made making
know knows knew known
think thinks thought
take takes took taken taking
see sees saw seen
come comes came coming
give gives gave given giving
find finds found
tell tells told
become becomes became becoming
leave leaves left leaving
feel feels felt
bring brings brought
begin begins began begun beginning
keep keeps kept
hold holds held
write writes wrote written writing
stand stands stood
hear hears heard
mean means meant
meet meets met
run runs ran running
pay pays paid
sit sits sat sitting
speak speaks spoke spoken
lead leads led
grow grows grew grown
lose loses lost losing
fall falls fell fallen
send sends sent
build builds built
understand understands understood
draw draws drew drawn
break breaks broke broken
spend spends spent
rise rises rose risen
drive drives drove driven driving
buy buys bought
wear wears wore worn
choose chooses chose chosen choosing
eat eats ate eaten
sleep sleeps slept
teach teaches taught
catch catches caught
fight fights fought
sell sells sold
win wins won winning
sing sings sang sung
swim swims swam swum swimming
fly flies flew flown
forget forgets forgot forgotten
throw throws threw thrown
ride rides rode ridden riding
shoot shoots shot
steal steals stole stolen
hide hides hid hidden
drink drinks drank drunk
ring rings rang rung
shake shakes shook shaken
wake wakes woke woken
freeze freezes froze frozen
tear tears tore torn
bite bites bit bitten
blow blows blew blown
lend lends lent
seek seeks sought
bind binds bound
deal deals dealt
dig digs dug
feed feeds fed
hang hangs hung
lay lays laid
lie lies lay lain lying
light lights lit
shine shines shone
stick sticks stuck
strike strikes struck
sweep sweeps swept
swear swears sworn swore
weep weeps wept
child children
man men
woman women
person people persons
foot feet
tooth teeth
mouse mice
life lives
wife wives
knife knives
leaf leaves
shelf shelves
good better best
bad worse worst
`);

const FRENCH = tableOf(`
aller va vont vais allait alla alle ira iront irai
faire fait font faisait fit firent fera feront fais faites
venir vient viennent vint vinrent venu venue venus viendra
devenir devient deviennent devint devinrent devenu devenue deviendra
tenir tient tiennent tint tinrent tenu tenue
obtenir obtient obtiennent obtint obtenu obtenue
revenir revient reviennent revint revenu revenue
prendre prend prennent prit prirent pris prise prends
apprendre apprend apprennent apprit appris apprise
comprendre comprend comprennent comprit compris comprise
mettre met mettent mit mirent mis mise mets
permettre permet permettent permit permis permise
promettre promet promettent promit promis promise
voir voit voient vit vu vue vus verra
savoir sait savent sut su sais saura
pouvoir peut peuvent put purent pu peux pourra
vouloir veut veulent voulut voulu veux voudra
devoir doit doivent dut durent du dois devra
dire dit disent dirent dis dite dits
ecrire ecrit ecrivent ecrivit ecrivait ecrite ecrits
lire lit lisent lut lu lue lus
vivre vit vivent vecut vecu vecue
mourir meurt meurent mourut mort morte morts
naitre nait naissent naquit ne nee nes
connaitre connait connaissent connut connu connue connus
recevoir recoit recoivent recut recu recue recus
croire croit croient crut cru
boire boit boivent but bu bue
conduire conduit conduisent conduisit conduite
construire construit construisent construisit construite
produire produit produisent produisit produite
detruire detruit detruisent detruisit detruite
traduire traduit traduisent traduisit traduite
suivre suit suivent suivit suivi suivie
rendre rend rendent rendit rendu rendue
vendre vend vendent vendit vendu vendue
perdre perd perdent perdit perdu perdue
repondre repond repondent repondit repondu
descendre descend descendent descendit descendu
ouvrir ouvre ouvrent ouvrit ouvert ouverte
offrir offre offrent offrit offert offerte
decouvrir decouvre decouvrent decouvrit decouvert decouverte
mentir ment mentent mentit menti
partir part partent partit parti partie
sortir sort sortent sortit sorti sortie
servir sert servent servit servi
sentir sent sentent sentit senti
courir court courent courut couru
choisir choisit choisissent choisi choisie
elire elit elisent elut elu elue
peindre peint peignent peignit peinte
craindre craint craignent craignit crainte
joindre joint joignent joignit jointe
atteindre atteint atteignent atteignit atteinte
vaincre vainc vainquit vaincu vaincue
acheter achete acheta achetee
envoyer envoie envoient envoya enverra envoye
payer paie paye paient paya
appeler appelle appellent appela
jeter jette jettent jeta
oeil yeux
cheval chevaux
travail travaux
journal journaux
animal animaux
bon bonne meilleur meilleure meilleurs
`);
