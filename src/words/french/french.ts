import type { Catalogue } from '../catalogue.js';
import type { Messages } from '../message.js';
import { frenchMessages as table } from '../messages/french.js';
import { commandErrors } from './command-errors.js';
import { commands } from './commands.js';
import { exchange } from './exchange.js';
import { files } from './files.js';
import { findings } from './findings.js';
import { help } from './help.js';
import { models } from './models.js';
import { parameters } from './parameters.js';
import { reasons } from './reasons.js';
import { service } from './service.js';
import { sync } from './sync.js';

/** Everything that Rappel says on the command line, in French. */
export const french: Catalogue = {
  ...help,
  ...commands,
  ...commandErrors,
  ...files,
  ...findings,
  ...exchange,
  ...reasons,
  ...service,
  ...parameters,
  ...models,
  ...sync,
};

export const messages: Messages = { language: 'fr', table, catalogue: french };
