import type { Questions } from '../activity/questions.js';
import { newId } from '../api/new-id.js';
import { request } from '../api/request.js';
import { type Composer, noteTold, remember } from './composer-state.js';

/** Sends what the input holds and gives back the activity. The input is emptied only once it is safe elsewhere. */
export async function sendInput(composer: Composer, questions: Questions): Promise<string> {
  const text = composer.text.get();
  const answering = composer.answering.get();
  const done = (id: string) => {
    composer.text.set((now) => (now === text ? '' : now));
    composer.sent.set((sent) => remember(sent, text));
    return id;
  };
  if (answering !== null) {
    const id = await answerItem(answering.item, { text });
    composer.answering.set(null);
    composer.told.set((told) => noteTold(told, id, text));
    return done(id);
  }
  if (composer.mode.get() === 'search') {
    return done(questions.ask(text.trim(), { scopes: null, dateFrom: null, dateTo: null }));
  }
  const images = composer.images.get();
  const known = composer.pending.get();
  const id = known?.text === text ? known.id : newId();
  composer.pending.set({ id, text });
  await request('POST', '/update', {
    body: {
      id,
      text,
      images: await Promise.all(
        images.map(async ({ file }) => ({
          name: file.name,
          media_type: file.type,
          data: await base64(file),
        })),
      ),
    },
  });
  composer.pending.set(null);
  composer.told.set((told) => noteTold(told, id, text));
  for (const { preview } of images) URL.revokeObjectURL(preview);
  composer.images.set([]);
  return done(id);
}

/** Answers an inbox item with one of its choices or in words; gives back the update that files it. */
export async function answerItem(
  item: string,
  answer: { choice: string } | { text: string },
): Promise<string> {
  const { id } = await request<{ id: string }>('POST', `/inbox/${encodeURIComponent(item)}/answer`, {
    body: answer,
  });
  return id;
}

function base64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
