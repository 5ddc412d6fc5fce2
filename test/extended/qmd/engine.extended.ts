import { describeEngine } from '../../../src/search/engine.contract.js';
import { openQmdEngine, withoutFallback } from './support.js';

describeEngine('QMD', (files) => withoutFallback(openQmdEngine({ files }).engine));
