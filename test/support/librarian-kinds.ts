/**
 * What people type, with its kind alone: in a hurry, dictated, polite, in an assistant's third person, without accents.
 * Half of it French. The example memory on Monday 2025-07-14 says which tasks are open and which lines can be corrected.
 */
export const KINDS_TYPED: Record<string, string> = {
  note: `
the new printer at les cales needs a code, 4417
Odile was in a good mood today, the shop sold out by noon
il parait que le ferry de saint malo est complet tout l'ete
Tom's on paternity leave from next month apparently, somebody called Marek covers
Rencontré Gwen au marché, son exposition marche bien
Read a nice piece on dark patterns in cookie banners, nothing urgent
User ran the export on staging; it took 14 s for one month of data.
L'utilisatrice a testé le mode hors ligne dans le train : aucun problème entre Nantes et Rennes.
la dame du rucher m'a donné deux pots de miel, adorable
wifi password of the coworking is on the fridge door
Bristol office is on the third floor, ring twice
Priya seemed worried about the budget, didn't say why
j'ai trouvé que le vert de la charte rend mal sur la tablette en plein soleil
euh donc le plombier m'a expliqué que la fuite venait du joint et pas du tuyau
the tide tables on the Watchet page come from the UKHO feed, updated every six hours
Le micro de Loïc a pris l'eau, il le fait sécher dans du riz
Bastien m'a appris que PanierPro va être racheté par un groupe allemand
Fun fact: the Portishead lighthouse is 9 m high and made of iron
En passant devant la rue Kervégan j'ai vu que notre ancien atelier est encore vide
Error on build: "Cannot find module sharp". Fixed by deleting the lockfile and reinstalling (Tidewater repo).
The Vite dev server hangs when the VPN is on; starting it with --host 127.0.0.1 fixes it.
Simone dit que les clients du jeudi viennent plutôt vers 18 h
marina in Portishead has 250 berths, harbour master is a Mr Doyle
le cabinet de Rezé utilise encore des fax, hallucinant
Yann made that chickpea curry again, coconut milk and lime at the end is the trick
In case it matters later: the old dashboard was built with Angular 1.
Vu avec le notaire : les frais seraient autour de 7 %
noticed the date picker is confusing on small screens, two people tapped the wrong month
Nadia Ferrand au téléphone, elle ne retrouve pas notre mail de relance
The council seems to have repainted the whole quay, parking is a mess this week
ça sent le brûlé dans le local technique depuis lundi, le syndic est au courant
Lila a perdu sa première dent hier soir
apparently the 9:40 train is always late on Mondays
Retour de Mme Perrin : elle n'arrive pas à lire les prix sur fond vert
Conversation summary: compared MapLibre and Leaflet for the harbour map; MapLibre is heavier but supports vector tiles.
le jury de la région reçoit en moyenne 140 dossiers d'après Gwen
My neighbour's dog barks every time the postman comes, around 10
Thought: harbour masters might prefer a text message to a push notification
idée : mettre une carte papier à l'entrée de la halle pour les gens qui n'ont pas de smartphone
URSSAF a un nouveau site, plus clair, le bouton de paiement est en haut à droite
Camille mentioned their conference had 300 people last year
`,
  task: `
get bread on the way home
pick up lila at 5 and drop the books at the library
Could you add "order new business cards" to my tasks please
faut vraiment que je réponde à la mairie pour le passeport
je dois absolument envoyer le devis à Odile avant mercredi
penser au cadeau de Yann
j'ai besoin de racheter de l'encre pour l'imprimante
Pour demain : relire la page de consentement et appeler Mathieu Blin
rappeler le syndic!!
User wants to be reminded to renew the domain name before 1 October.
The user needs to email Priya the invoice.
L'utilisatrice doit rappeler le dentiste demain.
L'utilisateur souhaite qu'on lui rappelle d'acheter des timbres.
note to self: fix the broken link in the footer of the atlas
TODO(tidewater): tests for the CSV export
TODO - finish the slides
[ ] descale the coffee machine
A faire halle verte : plastifier le mode d'emploi, tester la tablette
things to do this week: descale the kettle, write to Gwen, back up the photos
Trois choses à faire avant vendredi : payer la cantine, répondre à Loïc, ranger le garage
don't let me forget the recycling on thursday
me rappeler d'arroser les tomates ce soir
il faudra que quelqu'un change l'ampoule du couloir
We ought to ask the harbour master of Watchet for a photo
someone has to tell Tom that the token expired
I'd like to try the new contrast palette on the tablet at some point
someday: learn to solder
à l'occasion, demander à Rosa le contact de son menuisier
Next step for the atlas: send the sound files to Gwen
prochaine étape côté halle : brancher le paiement en production
Action item for me: circulate the accessibility report
still need a birthday present for my sister
manque plus qu'à imprimer les étiquettes du froid
reste plus qu'a signer le bail
gotta pay the cantine before friday
On devrait vérifier les alertes de turbidité avant le lancement
Peux-tu noter que je dois rappeler Simone jeudi ?
N'oublions pas de prévenir les producteurs pour le 1er septembre
Merci de me rappeler de sortir les poubelles mardi soir
Ajoute à ma liste : du savon, des éponges
envoyer F-2025-011 a tidewater
Could do with a new keyboard, look for a quiet one
before the launch, double-check the offline mode on iOS
d'ici vendredi, boucler l'écran d'export
quand j'aurai le temps, trier les photos de Concarneau
Once Tom is back, ask him about the rate limit
If it rains tomorrow, take the car to the garage
demander à Florence si l'ordi est amortissable
Voir avec Bastien pour les exports comptables
Regarder pourquoi la carte est lente sur Firefox
To do: 1) call Priya 2) send the palette 3) book a room
`,
  done: `
got the staging token from Tom
token recu de tom
Booked the return train, Bristol is all set
Le train pour Bristol c'est bon, aller et retour
j'ai enfin déclaré la TVA du deuxième trimestre
TVA Q2 déclarée et payée
TVA T2 : c'est payé
scanned the june receipts
reçus de juin scannés, tous
les recus de juin c'est scanné
Lila est inscrite au centre de loisirs
inscription de lila au centre de loisirs: faite
The passport is renewed, picked it up this morning
passeport récupéré ce matin
passeport renouvelé !
bike is back from the workshop, cargo bike revised
vélo cargo révisé hier chez Roue Libre
bought the backup disk, a Samsung T7
choisi le disque de sauvegarde, ce sera un T7 de 2 To
disque de sauvegarde acheté
mode d'emploi de la tablette écrit et plastifié
j'ai terminé le mode d'emploi de la tablette
the tablet manual is written
Finished the export screen, it runs on the mock data
export screen built and merged
écran d'export terminé
Hand-over notes written and sent to Priya
notes de passation pour août rédigées
contraste du vert mesuré : 3,1
I measured the contrast of the green
écran de préparation trié par allée, livré
lettre recommandée préparée avec Florence
registered letter to Orbis prepared with Florence
lettre recommandée à Orbis partie ce matin
prototype du lot 1 archivé
archived the lot 1 prototype offline
on a la lettre du port de Roscoff !
Mme Le Goff a enfin envoyé la lettre du port de Roscoff
got the letter from the port of Roscoff
enregistrements de concarneau nettoyés
The user cleaned up the Concarneau recordings.
User has asked Tom for the staging token.
L'utilisatrice a relancé les quatre producteurs.
les producteurs sont relancés
chased the four producers about the photos
c'est fait pour les producteurs sans photo, tout le monde est relancé
Done: write the hand-over notes for August
✅ Scanner les reçus de juin
passport: done
centre de loisirs → fait
`,
  decision: `
we'll use opus for the sound files
We're going with two separate files for the export
Let's call the app "Tidewater Live"
on garde le vert actuel pour les boutons
on ne fera pas de version anglaise de l'atlas
on laisse tomber l'appli mobile
on a tranché pour la palette B
Finalement on prend Mollie
finalement je garde le vieux disque
Odile préfère qu'on retire les avis clients, on les retire
ok so priya and I decided the launch is with three harbours only
Decision: no dark mode in v1
décision : pas de mode sombre
DECIDED - we host in Frankfurt
Choix retenu : PostgreSQL
Final decision on the map: MapLibre
The user decided to use Playwright instead of Cypress.
User chose Postgres over MySQL for the atlas because of PostGIS.
User and assistant agreed to split the service into two packages.
L'utilisatrice a décidé de ne plus prendre d'appels le lundi matin.
L'utilisateur a choisi Astro pour le site de l'atlas.
Il a été décidé de repousser la recette à septembre.
It was agreed that Tom owns the endpoint
Agreed: invoices go out on the last Friday of the month
C'est acté, on ferme le samedi
c'est tranché : on part en Bretagne
va pour le bleu
validé avec Odile : les paniers sont visibles la veille au soir
Validated with Priya: alerts only between 6 am and 10 pm
I've made up my mind, no more fixed-price quotes
j'ai pris ma décision, je ne renouvelle pas le bail
we've settled on 20-minute slots
settled: the logo stays
after talking to Florence I'll stay on quarterly VAT
après discussion avec Florence je reste au trimestriel
Je renonce au salon de Lyon
we won't do SMS alerts this year
pas de SMS cette année, décidé avec Priya
No SMS alerts in the first version, we agreed on that
plus de PDF, uniquement du CSV, dixit Priya
The team prefers tabs, so tabs it is
adopted: conventional commits for the Tidewater repo
From now on we review every pull request in pairs
désormais les devis partent en PDF signé
à partir de maintenant on facture à la semaine
Priya has signed off on the new palette, we ship it
Yann et moi avons décidé d'acheter plutôt que de louer
Rejected: server-side rendering, too slow on the old phones
we picked Thursday for the weekly call
les devs ont choisi pnpm
`,
  fact: `
My new phone number is 06 12 34 56 78
mon nouveau numero c'est le 06 12 34 56 78
I'm left handed
je suis gauchère
I don't drink coffee after 2pm
je ne bois plus de café
I'm allergic to cats
allergique aux arachides, moi
My sister Maud lives in Lyon
ma soeur Maud habite Lyon
Yann's birthday is 3 March
l'anniversaire de Yann c'est le 3 mars
Yann a 36 ans
Lila is in CP with Mme Robin
Lila is allergic to eggs
Lila aime le judo
Yann n'aime pas les champignons
Loïc est végétarien
Florence a changé de mail : florence@guerin-fils.example
my day rate is now £540 in the UK
mon tarif passe à 600 € HT
call me Inès, not Ines
appelle-moi Inès avec l'accent
please answer in French from now on
réponds-moi toujours en français
User prefers dark themes.
User likes short answers without emojis.
The user's birthday is on 9 February.
The user works from home on Tuesdays.
User is based in Nantes (Europe/Paris).
User doesn't take calls on Wednesday afternoons.
L'utilisatrice préfère les réponses courtes.
L'utilisateur vit à Nantes.
L'utilisatrice n'utilise pas de Mac.
Preference: pnpm rather than npm
préférence : des commits courts, en anglais
I usually work from 8 to 4
je travaille surtout le matin
en général je déjeune à 13h
I prefer trains over planes
je déteste les réunions du vendredi
I've been vegetarian since 2020
my shoe size is 38
je chausse du 38
je mesure 1m68
My GP is Dr Le Bihan, rue Crébillon
notre médecin traitant s'appelle Dr Le Bihan
I speak Breton too
I use a Framework laptop with Fedora
j'utilise VS Code avec le thème Solarized
I hate being called before 9
we have a cat called Mochi
on a un chat, Mochi
my emergency contact is Yann, 06 98 76 54 32
My preferred airport is Nantes
`,
  correction: `
the launch is with four pilot harbours, not three
Tidewater: it's 72 days agreed, not 70
Correction: the deposit was 950 € not 900
rectification, le loyer est de 360 € par mois et pas 340
non pas 580 mais 600 pour la TVA d'Orbis
Erreur de ma part : l'aide régionale est de 4 500 €, pas 4 000 €
I was wrong about the passport appointment, it's on 30 July, not 29 July
le dossier a été classé 12e et non 11e
Actually Tidewater has eleven people, not nine
en fait c'est treize producteurs et pas douze
My mistake: the daily rate in the UK is £530, not £520
je me suis trompée, le devis D-2025-01 est de 6 400 €, pas 6 200 €
the office at les cales has seven people, not six
The harbour page has four numbers, not three
Sorry, the train was 158.60 €, not 148.60 €
oups : le carnet dit 4 min 10 mais c'est 5 min 10
No, Tom promised the endpoint for 16 July, not 15 July
il y a dix ports, pas douze, dans l'atlas
Petite erreur : créneaux de quinze minutes, pas de vingt
typo in the profile: Lila is 7, not 6
`,
  appointment: `
lunch with Maud on thursday
déjeuner avec Maud jeudi
rdv kiné mardi 9h30
dentist friday 10am
doctor's appointment on the 23rd at 4:30pm
réunion parents-profs le 12 septembre à 18h
call with Priya tomorrow at 3
visio avec Priya demain 15h
point hebdo Tidewater décalé à jeudi 14h
The weekly Tidewater call moves to Thursdays at 2, starting this Thursday
Odile vient mercredi à 10h pour la tablette
Tom is coming to Nantes on 22 July
Loïc passe vendredi soir
train to Bristol leaves tomorrow at 7:12
mon train part demain à 7h12
le plombier passe demain entre 8h et 10h
the plumber comes on Wednesday morning
TVA à payer avant le 24 juillet
grant application due 15 November
date limite de dépôt : 15 novembre
Atlas : dépôt du dossier repoussé au 30 novembre
launch pushed to 28 July
Le lancement est avancé au 18 juillet
User has a dentist appointment on 2025-07-22 at 09:00.
The user's flight to Lisbon is on August 3rd.
L'utilisatrice a rendez-vous chez l'ophtalmo le 25 juillet.
concert de Gwen samedi soir au Lieu Unique
Maud's wedding: 6 September 2025
anniversaire de Lila samedi, dix enfants à la maison
vet for Mochi next Tuesday 11:15
school starts again on 1 September
les vacances de Yann commencent vendredi
conférence à Rennes du 9 au 11 octobre
workshop with the harbour masters on Wednesday, all day
je vois Florence le 18 septembre à 14h
I'm seeing the bank on Monday at 11
on se retrouve jeudi 12h30 au bistrot avec Loïc
meeting the Orbis lawyers next week, Tuesday
invoice F-2025-011 is due on 15 August
la garantie du vélo expire le 31 décembre
my passport expires on 3 March 2026
l'offre de Mollie expire dans dix jours
We demo the preparation screen to the team on 25 August
recette avec l'équipe mardi 26 août à 9h
babysitter booked for Saturday night, 7 pm
`,
  question: `
when does tidewater launch
quand est-ce que tidewater sort
quand est ce qu'on livre la halle verte
c'est quoi le tarif de Florence
quel est mon tarif journalier en angleterre
what's my blood type
whats the deadline for the VAT
who is Mathieu Blin again
qui est Nadia Ferrand déjà
Tom c'est qui déjà
combien Orbis nous doit
how much does orbis owe us
how many ports have we recorded so far
on a enregistré combien de ports
il reste combien de jours sur tidewater
did I send the registered letter
est-ce que j'ai payé la TVA du T1
j'ai payé la TVA du T1 ?
on a déjà relancé les producteurs ou pas
have we told Odile about the new date?
is the endpoint ready
where did I put the notes of the meeting with Florence
où est-ce que j'ai mis le plan de la salle
ou en est l'atlas sonore
remind me what we said about the native app
rappelle-moi ce qu'on a dit sur l'appli native
I wonder when the grant is due
je me demande quand est la prochaine échéance URSSAF
tell me about Plotwise
parle-moi d'Orbis Santé
what do you know about Loïc?
tu sais quoi sur Loïc
any news from Mme Le Goff?
des nouvelles de Mme Le Goff ?
why plotwise and not d3
pourquoi plotwise
what was the name of the harbour master's boat again
c'était quoi le nom du gérant de PanierPro
need to know: what rate did we agree with tidewater?
j'aimerais savoir combien on a facturé au T2
User asks when the launch is.
L'utilisatrice demande quand a lieu la recette.
which harbours are in the pilot
quels ports sont dans le pilote
le loyer des Cales, c'est combien
what time is my passport appointment
à quelle heure est mon rdv passeport
what's left to do for the halle verte
qu'est-ce qu'il reste à faire pour la halle
show me my open tasks
liste mes tâches pour compta
is it true that Watchet dropped out?
peux-tu me dire quand Lila rentre au CP
could you tell me who pays the ferry
`,
};
