import { useEffect, useRef, useState } from 'react';

/**
 * Takes files that are dropped anywhere on the page: the browser would open them in its place. True while files are being
 * dragged over it. An element that takes a drop itself prevents its default.
 */
export function useDroppedFiles(onDrop: (dropped: DataTransfer) => void): boolean {
  const [dragging, setDragging] = useState(false);
  const take = useRef(onDrop);
  useEffect(() => {
    take.current = onDrop;
  });
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setDragging(true);
    };
    const leave = (event: DragEvent) => {
      // Between two elements of the page it names the one it enters.
      if (event.relatedTarget === null) setDragging(false);
    };
    const drop = (event: DragEvent) => {
      setDragging(false);
      const { dataTransfer } = event;
      if (event.defaultPrevented || dataTransfer === null || dataTransfer.files.length === 0) return;
      event.preventDefault();
      take.current(dataTransfer);
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, []);
  return dragging;
}
