// `npm run train:talk`
import { run } from '../../scripts/run-typescript.js';

await run(import.meta.url, 'train.ts');
