import { readText } from '../../../vault/files.js';
import { fieldOf, splitFrontmatter } from '../../../vault/frontmatter.js';
import { listInboxItems } from '../../../vault/inbox-items.js';
import { joinPath, ROOT, showPath } from '../../../vault/paths.js';
import { openItem } from '../ask.js';
import { choicesIn } from '../choices.js';
import { ALL, NONE, pick } from '../labels.js';
import { filedSection, writeReview } from '../review.js';
import type { Drawing, DrawnKind } from './drawing.js';
import type { SessionPlace } from './file-drawing.js';
import { suggestionIn, suggestionLabel } from './labels.js';

/** A longer list would not be read; facts are left out first. */
const MOST_SUGGESTIONS = 20;
const LEFT_OUT_LAST: readonly DrawnKind[] = ['task', 'decision', 'preference', 'fix', 'fact'];

/** Asks once about all suggestions of a session: in its open inbox item, where it has one. Returns the item's name. */
export function askSession(
  place: SessionPlace,
  suggested: readonly Drawing[],
  about: { title: string; update: string },
): string {
  const { context, transcript, language } = place;
  const { vault } = context;
  const open = openItemOf(place);
  const earlier =
    open === null ? [] : choicesIn(open.review).flatMap(({ label }) => suggestionIn(label) ?? []);
  const labels = mostUseful([...earlier, ...suggested]).map((one) => suggestionLabel(one, language));
  const facts = {
    asks: 'session' as const,
    text: about.title,
    session: showPath(transcript),
    update: about.update,
    sections: [filedSection(showPath(transcript), language)],
    choices: [pick(ALL, language), ...new Set(labels), pick(NONE, language)],
  };
  if (open === null)
    return openItem(vault, { ...facts, material: { text: '', images: [] }, isHidden: true }, language);
  const path = joinPath(joinPath(joinPath(ROOT, 'inbox'), open.item), 'review.md');
  vault.save(vault.locate(path), () => writeReview({ ...facts, content: [] }, language));
  return open.item;
}

/** The question about this session that still waits. */
function openItemOf({
  context: { vault },
  transcript,
}: SessionPlace): { item: string; review: string } | null {
  for (const item of listInboxItems(vault)) {
    const place = vault.locate(joinPath(joinPath(joinPath(ROOT, 'inbox'), item), 'review.md'));
    const review = place.kind === 'file' ? readText(place) : '';
    if (fieldOf(splitFrontmatter(review).yaml, 'session') === showPath(transcript)) return { item, review };
  }
  return null;
}

/** In the order of the session. */
function mostUseful(drawings: readonly Drawing[]): Drawing[] {
  const kept = LEFT_OUT_LAST.flatMap((kind) => drawings.filter((drawing) => drawing.kind === kind));
  const wanted = new Set(kept.slice(0, MOST_SUGGESTIONS));
  return drawings.filter((drawing) => wanted.has(drawing));
}
