import { storageKey } from '../api/base.js';
import { createStore, type Store } from '../api/store.js';

/** An image that waits to be sent. */
export interface DraftImage {
  id: string;
  file: File;
  /** A blob address for the preview. */
  preview: string;
}

/** Images that wait to be sent. They outlive the page, like the text beside them; a browser that keeps nothing loses nothing else. */
export function createKeptImages(): Store<readonly DraftImage[]> {
  const store = createStore<readonly DraftImage[]>([]);
  let known: readonly DraftImage[] = [];
  const box = openBox();

  void load(box).then((kept) => {
    const images = kept.map(({ id, file }) => ({ id, file, preview: URL.createObjectURL(file) }));
    known = [...images, ...known];
    store.set((added) => [...images, ...added]);
  });

  store.subscribe(() => {
    const next = store.get();
    const added = next.filter(({ id }) => !known.some((image) => image.id === id));
    const gone = known.filter(({ id }) => !next.some((image) => image.id === id));
    known = next;
    if (added.length > 0 || gone.length > 0) void save(box, added, gone);
  });
  return store;
}

/** As it lies in the browser's own store; `at` keeps the order. */
interface KeptImage {
  id: string;
  at: number;
  file: File;
}

const STORE = 'images';

/** Null if the browser refuses it: private mode, a full disk, an older page that blocks it. */
function resultOf<Result>(ask: () => IDBRequest<Result>): Promise<Result | null> {
  return new Promise((resolve) => {
    try {
      const request = ask();
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(null);
      (request as Partial<IDBOpenDBRequest>).onblocked = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
}

function openBox(): Promise<IDBDatabase | null> {
  return resultOf(() => {
    const opening = indexedDB.open(storageKey('rappel'), 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: 'id' });
    return opening;
  });
}

async function load(opening: Promise<IDBDatabase | null>): Promise<KeptImage[]> {
  const box = await opening;
  const kept = box && (await resultOf(() => box.transaction(STORE).objectStore(STORE).getAll()));
  return ((kept ?? []) as KeptImage[]).sort((a, b) => a.at - b.at);
}

async function save(
  opening: Promise<IDBDatabase | null>,
  added: readonly DraftImage[],
  gone: readonly DraftImage[],
): Promise<void> {
  const box = await opening;
  try {
    const images = box?.transaction(STORE, 'readwrite').objectStore(STORE);
    for (const [index, { id, file }] of added.entries()) {
      images?.put({ id, file, at: Date.now() + index } satisfies KeptImage);
    }
    for (const { id } of gone) images?.delete(id);
  } catch {
    // Full, or closed: they stay as long as the page does.
  }
}
