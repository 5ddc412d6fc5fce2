import { describe, expect, it } from 'vitest';
import { recognise } from './recognise.js';

// A Monday. Nothing to close or to correct; the profile knows Nora.
const facts = {
  today: '2025-07-14',
  closesTask: () => false,
  corrects: () => false,
  isOwnPerson: (name: string) => name === 'nora',
};

describe('what a text is', () => {
  it.each([
    // Behind the words that people say first.
    ['ok so i need to order new chairs', 'task'],
    ['alors euh il faut que je rappelle le garage', 'task'],
    ['User confirms: we dropped the blue theme', 'decision'],
    // Without accents and apostrophes.
    ['dont forget to feed the cat', 'task'],
    ['faudrait que je pense a relancer le notaire', 'task'],
    ['on a decide de garder le parquet', 'decision'],
    // In the middle of a sentence.
    ['before lunch, and this is for the garden, I gotta call the nursery', 'task'],
    ['the printer is slow again, the team noticed', 'note'],
    // Asked of somebody, or of the memory.
    ['can you add to my list: lamp oil', 'task'],
    ['could you book a table for four', 'task'],
    ['can you tell me when the lease ends', 'question'],
    ['rappelle-moi de sortir les poubelles', 'task'],
    ['Dire à Marie que la réunion est vendredi', 'task'],
    ['parler du bail avec Paul', 'task'],
    ['rappelle-moi quand finit le bail', 'question'],
    ['has Meridian signed the lease yet', 'question'],
    ["c'est combien déjà le loyer", 'question'],
    ['any idea why the boiler stopped?', 'question'],
    ['Paul il voulait quelle couleur ?', 'question'],
    // A verb that is a noun.
    ['Invoice for May sent to Meridian', 'note'],
    ['Return ticket is in the drawer', 'note'],
    ['Courses : lait, œufs, 2 baguettes', 'task'],
    ['buy: printer ink, coffee, stamps', 'task'],
    ['Cours : réviser les intégrales', 'task'],
    ['https://example.org/mcp à lire, article sur MCP', 'task'],
    ['À lire : https://example.org/mcp', 'task'],
    ['https://example.org/mcp explique le protocole', 'note'],
    ['Mail de Sophie : sophie@example.org', 'fact'],
    [
      'Mail de Sophie Marchand (comptable) :\nBonjour Thomas,\nVoici la TVA du trimestre.\nBien cordialement,\nSophie',
      'raw',
    ],
    ['Mail de Sophie : elle veut les justificatifs', 'note'],
    ['quelque chose à propos du port', 'note'],
    ["une autre chose m'a frappé dans le port", 'note'],
    ['Return the ticket to the desk', 'task'],
    ['grab bread + call the bank', 'task'],
    // Choices, however they are put.
    ["we're dropping Leaflet for the map, MapLibre it is", 'decision'],
    ["I'm turning down the offer from Ghent", 'decision'],
    ["we're not printing the flyer after all", 'decision'],
    ['Picked oak over pine for the shelves', 'decision'],
    ['on laisse tomber la version papier', 'decision'],
    ['le conseil acte le report des travaux', 'decision'],
    // What lasts of people.
    ['The user works best in the morning and dislikes video calls.', 'fact'],
    ["user's timezone is Europe/Lisbon", 'fact'],
    ['The user asked for a shorter summary', 'note'],
    ['User has a severe peanut allergy', 'fact'],
    ["L'utilisatrice a deux enfants, Zoé et Max", 'fact'],
    ['User has a call with Marie on 9 October', 'appointment'],
    ['User has archived the old prototype', 'note'],
    ['Nora allergique aux crevettes', 'fact'],
    ['Hugo préfère les réunions le mardi matin', 'note'],
    ['Hugos mobile: +44 7700 900456', 'fact'],
    ["i've gone vegan since may", 'fact'],
    ['our new home address is 3 Mill Lane', 'fact'],
    ["please don't use emojis when you write for me", 'fact'],
    ["L'utilisateur souhaite des réponses courtes", 'fact'],
    ["je sais plus combien on avait demandé à l'assureur", 'question'],
    ['Hugo wants a bigger sign at the door - todo', 'task'],
    ['Les seuils seront les mêmes partout. C’est acté.', 'decision'],
    // Without a question mark, or asked in passing.
    ['quand est-ce que le chantier finit', 'question'],
    ['which rooms are still free', 'question'],
    ['il reste combien de sacs de ciment', 'question'],
    ['Paul rentre quand de vacances', 'question'],
    ['elle commence quand la formation de Zoé', 'question'],
    ['on dit quoi au client', 'question'],
    // The same words join two clauses.
    ['Prévenir Marie quand le colis arrive', 'task'],
    ['Let Marcus know when the invoice is paid', 'task'],
    ['Le chauffage se coupe quand la porte est ouverte', 'note'],
    ['Le chien aboie quand il a faim', 'note'],
    ['La livraison arrive quand même', 'note'],
    ['le code du portail déjà', 'question'],
    ['did the client pay', 'question'],
    ['Did not get the grant', 'note'],
    ["Aucune nouvelle d'Orbis", 'note'],
    ['any news from Orbis', 'question'],
    ['I know who has the key', 'note'],
    ['je sais plus qui a la clé', 'question'],
    ['Paul vient déjà', 'note'],
    ['Zoé demande si Paul vient ou pas', 'note'],
    ['Marc veut savoir combien ça coûte', 'note'],
    ["Le badge ouvre quoi qu'il arrive la porte B", 'note'],
    ['When the paint is dry, hang the lamp', 'task'],
    // A label, a time or a condition before what to do.
    ['Two things for tomorrow: call the optician, and water the plants', 'task'],
    ['TODO (Mill Lane): write to the council', 'task'],
    ["d'ici vendredi, boucler le devis", 'task'],
    ['Fix: delete the lock file and start again', 'note'],
    ['The user needs to email the landlord', 'task'],
    ['The user decided to use lime plaster', 'decision'],
    ['Il a été convenu de garder la poutre', 'decision'],
    ['User wants to be reminded to renew the lease', 'task'],
    // Days.
    ['Hugo would like the keys by 12 September', 'appointment'],
    ['dentist on Friday', 'appointment'],
    ['rdv chez le notaire le 22/07 à 9h15', 'appointment'],
    ['les clients du jeudi viennent plutôt vers 18 h', 'note'],
    ['the inspection is moved again, now 24 july', 'appointment'],
    ['Hugo needs the floor plan in a fortnight', 'appointment'],
    ['vaccin du chat le 22 a 17h15', 'appointment'],
  ])('%s: %s', (text, kind) => {
    expect(recognise(text, facts)).toBe(kind);
  });
});
