// `npm run train:kinds`
import { run } from '../../scripts/run-typescript.js';

await run(import.meta.url, 'train.ts');
