import { localDate } from '../shared/clock.js';
import { joinPath, type VaultPath } from '../vault/paths.js';
import type { Vault } from '../vault/vault.js';
import type { UpdateHandler, UpdateRun } from './update-handler.js';

/** The plain handler: puts the input, untouched, into an inbox folder of its own, with a review that asks where it belongs. */
export const fileInInbox: UpdateHandler = async ({ id, input, context: { vault }, step }) => {
  const folder = folderFor(vault, id, input.text);
  step(`opening ${folder}`);
  if (input.text !== '')
    vault.save(vault.locate(joinPath(folder, 'input.md')), () => withLineEnd(input.text));
  const images = input.images.map((image, index) => {
    const name = `image-${index + 1}.${ENDINGS[image.mediaType] ?? 'bin'}`;
    vault.create(vault.locate(joinPath(folder, name)), image.bytes);
    return name;
  });
  vault.save(vault.locate(joinPath(folder, 'review.md')), () => review(input, images));
  const item = folder.slice('inbox/'.length);
  return { state: 'needs_answer', summary: `Kept in vault/${folder}/; tell where it belongs.`, inbox: item };
};

function review({ text, inboxRef }: UpdateRun['input'], images: string[]): string {
  const content = [text === '' ? null : 'input.md', ...images].filter((name) => name !== null);
  const lines = ['# Where does this belong?', '', `Content: ${content.join(', ')}`];
  if (inboxRef !== null) lines.push(`Answers: ${inboxRef}`);
  return `${lines.join('\n')}\n`;
}

/** `inbox/2025-07-14-first-words-of-it`, made unique by the id. */
function folderFor(vault: Vault, id: string, text: string): VaultPath {
  const words =
    text
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const slug = words.slice(0, 5).join('-').slice(0, 40) || 'input';
  return `inbox/${localDate(vault.clock.now())}-${slug}-${id.slice(0, 6)}` as VaultPath;
}

function withLineEnd(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}

const ENDINGS: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};
