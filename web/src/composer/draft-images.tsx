import { X } from 'lucide-react';
import { newId } from '../api/new-id.js';
import type { Store } from '../api/store.js';
import { useStore } from '../api/store.js';
import { useText } from '../i18n/language.js';
import type { DraftImage } from './kept-images.js';

const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const MOST_BYTES = 20 * 1024 * 1024;

export const IMAGE_TYPES = TYPES.join();

export function isImage({ type }: File): boolean {
  return TYPES.includes(type);
}

/** Adds what is an image; gives back what is wrong with the rest. */
export function addImages(
  store: Store<readonly DraftImage[]>,
  files: readonly File[],
  say: { notImage(name: string): string; tooLarge: string },
): string | null {
  const images = files.filter(isImage);
  const wrong = files.find((file) => !isImage(file));
  const all = [...store.get().map(({ file }) => file), ...images];
  if (all.reduce((sum, { size }) => sum + size, 0) > MOST_BYTES) return say.tooLarge;
  const drafts = images.map((file) => ({ id: newId(), file, preview: URL.createObjectURL(file) }));
  if (drafts.length > 0) store.set((known) => [...known, ...drafts]);
  return wrong === undefined ? null : say.notImage(wrong.name);
}

export function DraftImages({ store }: { store: Store<readonly DraftImage[]> }) {
  const t = useText();
  const images = useStore(store);
  if (images.length === 0) return null;
  const remove = ({ id, preview }: DraftImage) => {
    URL.revokeObjectURL(preview);
    store.set((all) => all.filter((image) => image.id !== id));
  };
  return (
    <ul className="flex flex-wrap gap-2 px-3 pt-3">
      {images.map((image) => (
        <li key={image.id} className="relative animate-arrive">
          <img
            src={image.preview}
            alt={image.file.name}
            className="size-16 rounded-lg border border-line object-cover"
          />
          <button
            type="button"
            aria-label={t.composer.removeImage(image.file.name)}
            onClick={() => remove(image)}
            className="absolute -top-1.5 -right-1.5 flex size-6 items-center justify-center rounded-full border border-line bg-raised text-soft shadow-sm hover:text-ink"
          >
            <X aria-hidden size={14} />
          </button>
        </li>
      ))}
    </ul>
  );
}
