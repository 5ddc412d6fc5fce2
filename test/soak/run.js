// `npm run soak [SCENARIO...] [--short]`
import { run } from '../../scripts/run-typescript.js';

await run(import.meta.url, 'main.ts');
