import { newId } from '../api/new-id.js';
import type { Composer } from '../composer/composer-state.js';
import { storeName } from './service-worker.js';

/** Puts what another app shared into the input, to be remembered; below a draft that is there already. */
export async function takeShared(composer: Composer): Promise<void> {
  if (!('caches' in globalThis) || !(await caches.has(storeName('shared')))) return;
  const store = await caches.open(storeName('shared'));
  for (const request of await store.keys()) {
    const response = await store.match(request);
    await store.delete(request);
    if (response === undefined) continue;
    composer.answering.set(null);
    composer.mode.set('update');
    if (request.url.endsWith('/text')) {
      const text = await response.text();
      composer.text.set((draft) => [draft, text].filter((part) => part.trim() !== '').join('\n\n'));
    } else await addImage(composer, response);
    composer.focus.set((count) => count + 1);
  }
}

async function addImage({ images }: Composer, response: Response): Promise<void> {
  const blob = await response.blob();
  const name = decodeURIComponent(response.headers.get('rappel-name') ?? 'image');
  const file = new File([blob], name, { type: blob.type });
  const image = { id: newId(), file, preview: URL.createObjectURL(file) };
  images.set((known) => [...known, image]);
}
