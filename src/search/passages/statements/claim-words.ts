/** Words by which an attribute is recognised in lines of different forms, folded, in English and French. */

/** They link an attribute with its value, or say that it changed. */
export const LINKING: ReadonlySet<string> = new Set(
  `now currently finally still desormais maintenant actuellement finalement toujours new nouveau nouvelle nouveaux nouvelles actuel
   actuelle current planned scheduled due set fixed moved postponed pushed delayed rescheduled changed prevu prevue prevus prevues
   fixe fixee programme programmee reporte reportee repousse repoussee decale decalee avance avancee deplace deplacee passe passent
   passera devient becomes goes ht ttc vat sera seront est au be`.split(/\s+/),
);

/** They say that a day follows: part of an attribute only where nothing else is. */
export const DATE_WORDS: ReadonlySet<string> = new Set(
  'date dates day jour deadline deadlines echeance echeances due'.split(' '),
);

/** Verbs that give a thing a day or a price, and the nouns that do. */
export const NOUNS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ouverture: 'ouvre ouvrira ouvrent ouvriront',
    opening: 'opens open',
    fermeture: 'ferme fermera ferment fermeront',
    closing: 'closes close',
    debut: 'commence commencera commencent debute debutera debutent demarre demarrera',
    start: 'starts begins begin',
    fin: 'finit finira finissent termine terminera terminent',
    end: 'ends',
    lancement: 'lance lancera',
    launch: 'launches',
    reprise: 'reprend reprendra',
    prix: 'coute coutera',
    price: 'costs cost',
    livraison: 'livre livrera',
    delivery: 'delivers',
  }).flatMap(([noun, verbs]) => verbs.split(' ').map((verb) => [verb, noun] as const)),
);

/** What happens again and again, each time on a day or for a price of its own. */
export const RECURRING: ReadonlySet<string> = new Set(
  `meeting meetings call calls visit lunch dinner breakfast workshop session class lesson interview standup review invoice payment
   instalment reminder mail email letter order shift trip appointment newsletter sprint
   reunion reunions point appel appels rdv rendez visite dejeuner diner atelier seance cours entretien revue facture paiement
   versement acompte relance courrier lettre commande trajet conseil comite copil`.split(/\s+/),
);

/** Titles that say what kind of lines follow, not what they are about; their first words. */
export const NAMELESS_TITLES: ReadonlySet<string> = new Set(
  `status statut etat state focus validated valide valides blocked bloque deadlines deadline echeances echeance dates calendrier
   calendar planning schedule cadre scope perimetre contexte context overview projets projects about details infos informations info
   key facts essentiel resume summary contact contacts equipe team people finances goals objectifs intentions notes identite identity
   travail work proches preferences`.split(/\s+/),
);
