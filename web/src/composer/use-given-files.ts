import type { ClipboardEvent } from 'react';
import { useApp } from '../frame/app-context.js';
import { navigate } from '../frame/navigation.js';
import { useText } from '../i18n/language.js';
import { droppedFiles } from '../import/incoming.js';
import { useMay } from '../session/role.js';
import { addImages, isImage } from './draft-images.js';
import { useDroppedFiles } from './use-dropped-files.js';

/** Files that are picked, pasted or dropped: images belong to a note; anything else is imported. */
export function useGivenFiles(onError: (error: unknown) => void) {
  const t = useText();
  const { composer, incoming } = useApp();
  const may = useMay();
  const dragging = useDroppedFiles(drop);

  function add(files: readonly File[]) {
    if (files.length === 0 || !may.write) return;
    composer.mode.set('update');
    const problem = addImages(composer.images, files, t.composer);
    onError(problem === null ? null : new Error(problem));
  }

  function drop(dropped: DataTransfer) {
    if (!may.write) return;
    const files = [...dropped.files];
    if (files.every(isImage)) {
      add(files);
      return;
    }
    onError(null);
    droppedFiles(dropped).then((found) => {
      incoming.set(found);
      navigate('/import');
    }, onError);
  }

  function paste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    add(files);
  }

  return { add, paste, dragging };
}
