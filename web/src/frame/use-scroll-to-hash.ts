import { useEffect } from 'react';
import { usePlace } from './navigation.js';

/** `/settings#model` begins there, once that is shown. */
export function useScrollToHash(isShown: boolean): void {
  const { hash, visit } = usePlace();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link again scrolls again
  useEffect(() => {
    if (isShown && hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash, visit, isShown]);
}
