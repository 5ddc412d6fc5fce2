import { createHash } from 'node:crypto';
import { INDEX_VERSION } from '../index/schema.js';
import * as parameters from './parameters.js';

/** What decides, beside the files, what a search finds. */
export interface SearchVersions {
  /** Of the chunks and of the analysis of words. */
  analysis: number;
  /** A hash of every tuned number. */
  ranking: string;
}

export function searchVersions(): SearchVersions {
  const ranking = createHash('sha256').update(JSON.stringify(parameters)).digest('hex').slice(0, 6);
  return { analysis: INDEX_VERSION, ranking };
}
