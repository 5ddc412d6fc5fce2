import { EditorView } from '@codemirror/view';
import { run } from '../../api/run.js';
import { insertAt, trackedPlaces, trackPlace } from './tracked-places.js';

export interface AttachOptions {
  /** The note that gets the picture. */
  path(): string;
  onFail(error: unknown): void;
  onBusy(isBusy: boolean): void;
}

/** Pictures that are pasted or dropped are kept in the vault, and linked where the cursor is. */
export function attachImages({ path, onFail, onBusy }: AttachOptions) {
  async function attach(view: EditorView, files: readonly File[], at: number): Promise<void> {
    onBusy(true);
    // The person goes on typing while a picture is on its way.
    const { id, effects } = trackPlace(at);
    view.dispatch({ effects });
    try {
      for (const file of files) {
        const note = path();
        const image = { note, name: file.name, data: await base64(file) };
        const { path: kept } = await run('files/attach', image);
        const link = `![](${relativeLink(note, kept.replace(/^vault\//, ''))})`;
        view.dispatch(insertAt(view.state, id, link));
      }
    } catch (error) {
      onFail(error);
    }
    onBusy(false);
  }

  const handlers = EditorView.domEventHandlers({
    paste: (event, view) => take(view, event, event.clipboardData, view.state.selection.main.from),
    drop: (event, view) =>
      take(
        view,
        event,
        event.dataTransfer,
        view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? view.state.doc.length,
      ),
    dragover(event) {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
      return false;
    },
  });
  return [trackedPlaces, handlers];

  function take(view: EditorView, event: Event, data: DataTransfer | null, at: number): boolean {
    const files = [...(data?.files ?? [])].filter(({ type }) => /^image\/(?:png|jpeg|gif|webp)$/.test(type));
    if (files.length === 0) return false;
    event.preventDefault();
    event.stopPropagation();
    void attach(view, files, at);
    return true;
  }
}

async function base64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

/** The address of a file, from the folder of a note. */
function relativeLink(note: string, target: string): string {
  const [from, to] = [note.split('/').slice(0, -1), target.split('/')];
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared).map(encodeURIComponent)].join('/');
}
