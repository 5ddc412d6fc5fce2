import { foldEvenly } from '../../../search/text/fold.js';

/** Words of talk before what is said. */
const TALK =
  "ok|okay|so|hey|hi|hello|oh|ah|hm+|um+|uh+|euh|heu|alors|voila|ben|bah|donc|bref|du coup|au fait|btw|by the way|fyi|for info|pour info|before i forget|note que|noter que|note that|avant (?:que j'oublie|d'oublier)|just";
/** The same, where a comma or a colon ends them: by themselves they may be what is said. */
const ANNOUNCED =
  "right|well|bon|sinon|tiens|also|aussi|note|note to self|(?:quick |assistant )?note|memo|nb|ps|quick (?:one|update|brain dump)|update|mise a jour|sorry|pardon|desolee?|oups|oops|for the record|pour memoire|(?:the )?user (?:says|said|confirms|confirmed|mentioned|reports|noted)(?: that)?|l'utilisat(?:eur|rice) (?:dit|confirme|precise|signale)(?: que)?|after sleeping on it|apres reflexion|reflexion faite";
const OPENING = new RegExp(
  `^(?:(?:${ANNOUNCED})\\s*[,:–—]+\\s*|(?:${TALK})(?:\\s*[,:.!…–—-]+\\s*|\\s+)|right so\\s+)+`,
  'u',
);

/** A text from where it says something: without `ok so`, `alors euh`, `before I forget,`, `User confirms:`. */
export function withoutOpening(text: string): string {
  const start = text.trimStart();
  const opening = OPENING.exec(foldEvenly(start))?.[0] ?? '';
  return opening.length === start.length ? start : start.slice(opening.length);
}
