import type { FileVersion } from '../../files.js';
import type { Index } from '../open-index.js';
import type { Searchable } from '../searchable.js';
import { createNumbering, type Numbering } from './numbering.js';
import { createViewReader } from './view-reader.js';

export interface View extends Searchable {
  numbering: Numbering;
}

/**
 * Shows the chunks of other files than an index is of: each file from the index that has its chunks. Valid until one of the indexes
 * changes. `problem` is that of the first.
 */
export function openView(files: readonly FileVersion[], indexOf: (path: string) => Index): View {
  const numbering = createNumbering(files.map((file) => ({ ...file, index: indexOf(file.path) })));
  return {
    numbering,
    reader: createViewReader(numbering),
    store: { totals: () => numbering.totals },
    problem: null,
    // The files of a view do not change.
    reindex: () => ({ before: [], after: [] }),
  };
}
