/** The words by which a sentence gives one thing one value at a time, folded, in English and French. */

export const COPULAS = new Set('is are was were be est sont etait etaient sera seront fut'.split(' '));

/** Of these, the ones that say what no longer holds, or did once. */
export const PAST_COPULAS = new Set('was were etait etaient fut'.split(' '));

/** Between a copula and its value, or in a key: they change nothing. */
export const FILLERS = new Set(
  'the le la les l now currently finally still also desormais maintenant actuellement finalement toujours de d'.split(
    ' ',
  ),
);

/** After a copula: a state that a thing is in once. What is liked, visited or allergic may be so to several things. */
export const STATES = new Set(
  `born located based headquartered created founded established written developed produced directed owned led run managed headed
   married employed educated affiliated associated called named scheduled set planned due fixed priced kept stored hosted assigned
   capped limited moved postponed
   ne nee nes nees situe situee base basee cree creee fonde fondee ecrit ecrite developpe developpee produit produite dirige dirigee
   possede gere geree mene menee marie mariee employe employee appele appelee nomme nommee prevu prevue fixe fixee programme
   programmee range rangee stocke stockee heberge hebergee attribue attribuee limite limitee plafonne plafonnee reporte reportee
   avance avancee installe installee`.split(/\s+/),
);

/** Verbs that say by themselves what a thing is, where or for whom; a preposition or a number follows. */
export const STATE_VERBS = new Set(
  `lives resides works belongs plays speaks costs weighs measures lasts opens closes starts begins ends died
   habite vit travaille appartient joue parle coute pese mesure dure ouvre ferme commence debute finit termine
   mort morte passe eleve appelle trouve`.split(/\s+/),
);

/** Verbs before a number: what is counted has one count, but `Anna has a cat` leaves room for a dog. */
export const COUNT_VERBS = new Set('has have contains counts contient compte a aura'.split(' '));

export const PREPOSITIONS = new Set(
  'in at on by for to with of as from until a au aux en dans chez par pour sur avec comme jusqu du de le'.split(
    ' ',
  ),
);

/** With one of these a sentence supposes, denies or offers: it states nothing. */
export const HEDGES = new Set(
  `if would could might may maybe perhaps probably should not never or either nor unless whether no longer
   si serait pourrait devrait peut probablement sans pas jamais ni ou plutot ne n`.split(/\s+/),
);

/** As a subject they mean another thing in every text. */
export const PRONOUNS = new Set(
  `i you he she it we they this that these those there here my your his her its our their mine what which who one
   je tu il elle on nous vous ils elles ce cela ceci ca c mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs qui que`.split(
    /\s+/,
  ),
);

/** A value after one of these is one of several. */
export const INDEFINITE = new Set(
  'a an one some several many among part un une des plusieurs parmi certains'.split(' '),
);

/** Labels under which every entry says something of its own. */
export const GENERIC_KEYS = new Set(
  `note notes todo task tasks tache taches decision decisions source sources link links lien liens from to de date time heure subject
   objet with avec present presents participants tags tag author auteur question questions answer reponse url id path file fichier
   result resultat summary resume next suite done fait context contexte reason raison error erreur fix raw why pourquoi example
   exemple warning attention important idea idee update step etape quote see voir before after avant apres today yesterday
   tomorrow hier demain http https option options added removed changed fixed`.split(/\s+/),
);

/** Values that mean another day or hour in every text. */
export const RELATIVE =
  /^(?:today|tomorrow|yesterday|tonight|mon|tues|wednes|thurs|fri|satur|sun|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|hier|demain|next|last|prochaine?|derniere?|noon|midi|minuit|midnight|(?:\d{1,2}(?::|h)\d{0,2})|\d{1,2}(?:am|pm))/;
