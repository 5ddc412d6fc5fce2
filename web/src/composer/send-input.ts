import { askQuestion } from '../activity/ask.js';
import { newId } from '../api/new-id.js';
import { run } from '../api/run.js';
import { type Composer, remember } from './composer-state.js';
import type { DraftImage } from './kept-images.js';

/** Sends what the input holds and gives back the activity. The input is emptied only once it is safe elsewhere. */
export async function sendInput(composer: Composer): Promise<string> {
  const text = composer.text.get();
  const images = composer.images.get();
  const answering = composer.answering.get();
  const mode = answering === null ? composer.mode.get() : 'answer';
  const content = [mode, answering?.item, text, ...images.map((image) => image.id)];
  const id = idFor(composer, content.join('\n'));
  if (answering !== null) {
    await answerItem(answering.item, { text, id });
    composer.answering.set((now) => (now?.item === answering.item ? null : now));
  } else if (mode === 'search') await askQuestion(text.trim(), {}, id);
  else await tell(composer, id, text, images);
  composer.pending.set(null);
  composer.text.set((now) => (now === text ? '' : now));
  composer.sent.set((sent) => remember(sent, text));
  return id;
}

/** The same content that is sent again, because no answer came, is the same update. */
function idFor({ pending }: Composer, content: string): string {
  const known = pending.get();
  const id = known?.content === content ? known.id : newId();
  pending.set({ id, content });
  return id;
}

async function tell(composer: Composer, id: string, text: string, images: readonly DraftImage[]) {
  const encoded = images.map(async ({ file }) => ({
    name: file.name,
    media_type: file.type,
    data: await base64(file),
  }));
  await run('update', { id, text, images: await Promise.all(encoded) });
  for (const { preview } of images) URL.revokeObjectURL(preview);
  // An image added while sending stays for the next note.
  composer.images.set((all) => all.filter((image) => !images.includes(image)));
}

/** Answers an inbox item with one of its choices or in words; gives back the update that files it. */
export async function answerItem(
  item: string,
  answer: ({ choice: string } | { text: string }) & { id?: string },
): Promise<string> {
  return (await run('inbox/answer', { item, ...answer })).id;
}

function base64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
