import { hc } from 'hono/client';
import type { AppType } from '../../../src/http/app.js';
import { BASE } from './base.js';
import { encodeParams } from './encode-params.js';
import { send } from './send.js';

/** The service's routes, from the type of its HTTP app. Every call throws `ApiError` if the answer is an error. */
export const api = encodeParams(hc<AppType>(BASE, { fetch: send })).api;
