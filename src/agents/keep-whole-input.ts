import { joinPath, ROOT, showPath, type VaultPath } from '../vault/paths.js';
import type { Language } from '../vault/starter.js';
import type { Vault } from '../vault/vault.js';
import { fileBeside, linkFiled } from './file-beside.js';
import { languageOf } from './language.js';
import { choicesIn, targetOf } from './librarian/choices.js';
import type { Material } from './librarian/filing.js';
import { readInboxMaterial } from './librarian/inbox-material.js';
import { readReply } from './librarian/reply.js';
import { unfiledText } from './unfiled-text.js';
import type { UpdateHandler, UpdateInput } from './update.js';
import { watchRun } from './watch-run.js';

/**
 * Whoever files an update, its images are in the vault when it is filed, and so is what lay in the inbox item that it
 * answers: Rappel files what the handler left out, beside what it wrote, and links to it from there.
 */
export function keepWholeInput(handler: UpdateHandler, fallback: Language): UpdateHandler {
  return async (run) => {
    const { input } = run;
    const { vault, changes } = watchRun(run.context.vault);
    const item = waitingMaterial(vault, input);
    const outcome = await handler({ ...run, context: { ...run.context, vault } });
    const isGone = (name: string) => changes.whereIs(joinPath(item.folder, name)) === null;
    const images = [...input.images, ...item.images.filter(({ name }) => isGone(name))];
    const lost: Material = {
      text: isGone('input.md') && unfiledText(item.text, changes, false, '') === 'keep' ? item.text : '',
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

/** What lies in the inbox item that an update answers; nothing if the answer is to delete it. */
function waitingMaterial(vault: Vault, { inbox_ref, text }: UpdateInput): Material & { folder: VaultPath } {
  const nothing = { folder: ROOT, text: '', images: [] };
  if (inbox_ref === null) return nothing;
  const { folder, review, material } = readInboxMaterial(vault, inbox_ref);
  const { place, chosen } = readReply(text, choicesIn(review), []);
  const isDiscarded =
    place === 'discard' || chosen.some(({ label }) => targetOf(label, [])?.kind === 'discard');
  return isDiscarded ? nothing : { folder, ...material };
}
