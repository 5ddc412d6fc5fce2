import { z } from 'zod';
import { once } from '../shared/once.js';
import { optional } from '../tools/parse-input.js';
import { searchWithOptions } from '../tools/search.js';

const DAY = 'a day like 2025-07-14, or null';

/** A day of the past: what is asked is asked of the files as they were at its end. */
export const asOf = once(() => ({ as_of: optional(z.string(DAY), null) }));

/** The parameters of the tool `search`, as people and programs may give them. */
export const findRequest = once(() => searchWithOptions.input.extend(asOf()));
