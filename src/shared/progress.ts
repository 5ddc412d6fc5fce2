/** Work that may take long; each door has its own words for it. */
export type Work = 'reading' | 'importing' | 'exporting' | 'recording' | 'undoing' | 'linking' | 'indexing';

export interface Progress {
  work: Work;
  done: number;
  /** Null as long as it is not known. */
  total: number | null;
}

export type OnProgress = (progress: Progress) => void;
