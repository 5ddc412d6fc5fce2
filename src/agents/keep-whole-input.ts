import { fieldOf, splitFrontmatter } from '../vault/frontmatter.js';
import { joinPath, ROOT, showPath } from '../vault/paths.js';
import type { Vault } from '../vault/vault.js';
import type { Language } from '../words/language.js';
import type { Material } from './clerk/filing.js';
import { type InboxMaterial, readInboxMaterial } from './clerk/inbox-material.js';
import { targetOf } from './clerk/offers.js';
import { readReply } from './clerk/reply.js';
import { choicesIn } from './clerk/review.js';
import { fileBeside, linkFiled } from './file-beside.js';
import { languageOf } from './language.js';
import { unfiledText } from './unfiled-text.js';
import type { UpdateHandler, UpdateInput } from './update.js';
import { type RunChanges, watchRun } from './watch-run.js';

/**
 * Whoever files an update, its images are in the vault when it is filed, and so is what lay in the inbox item that it
 * answers: Rappel files what the handler left out, beside what it wrote, and links to it from there.
 */
export function keepWholeInput(handler: UpdateHandler, fallback: Language): UpdateHandler {
  return async (run) => {
    const { input } = run;
    const { vault, changes } = watchRun(run.context.vault);
    const item = waitingMaterial(vault, input);
    const handled = await handler({ ...run, context: { ...run.context, vault } });
    const outcome = item.isDeleted && handled.state === 'done' ? { ...handled, deleted: true } : handled;
    const isGone = (name: string) => changes.whereIs(joinPath(item.folder, name)) === null;
    const images = [...input.images, ...item.images.filter(({ name }) => isGone(name))];
    const lost: Material = {
      text: item.texts
        .flatMap(({ name, text }) => (isGone(name) && isLost(text, changes) ? [text] : []))
        .join('\n\n'),
      images: images.filter(
        ({ bytes }) => ![...changes.created.values()].some((other) => bytes.equals(other)),
      ),
    };
    const language = languageOf(input.text, fallback);
    const isWhole = lost.text === '' && lost.images.length === 0;
    const filed = isWhole ? [] : fileBeside(vault, changes, lost, input.text);
    linkFiled(vault, changes, language);
    if (isWhole) return outcome;
    const also = language === 'fr' ? 'Également classé :' : 'Also filed:';
    const paths = filed.map((path) => showPath(path)).join(', ');
    return { ...outcome, summary: `${outcome.summary}\n${also} ${paths}` };
  };
}

/** What must not get lost of the inbox item that an update answers. */
type Waiting = Pick<InboxMaterial, 'folder' | 'texts'> &
  Pick<Material, 'images'> & {
    /** The answer is to delete it. */
    isDeleted: boolean;
  };

/** Nothing if the answer is to delete it, or if the clerk filed it before it asked. */
function waitingMaterial(vault: Vault, { inbox_ref, text }: UpdateInput): Waiting {
  const nothing: Waiting = { folder: ROOT, texts: [], images: [], isDeleted: false };
  if (inbox_ref === null) return nothing;
  const { folder, review, texts, material } = readInboxMaterial(vault, inbox_ref);
  const asks = fieldOf(splitFrontmatter(review).yaml, 'asks');
  const isAlreadyFiled = asks !== null && /^→ vault\//m.test(review);
  const { place, chosen } = readReply(text, choicesIn(review), []);
  const isDiscarded =
    place === 'discard' || chosen.some(({ label }) => targetOf(label, [])?.kind === 'discard');
  // Questions about lines of a note that is filed: their answers delete nothing.
  const isDeleted = isDiscarded && !['outdated', 'statements', 'session'].includes(asks ?? '');
  if (isDiscarded || isAlreadyFiled) return { ...nothing, isDeleted };
  return { folder, texts, images: material.images, isDeleted };
}

/** Whether a text that left the inbox is nowhere in what the run wrote: a short one may be, in other words. */
function isLost(text: string, changes: RunChanges): boolean {
  return text.trim() !== '' && (changes.texts.size === 0 || unfiledText(text, changes, false, '') === 'keep');
}
