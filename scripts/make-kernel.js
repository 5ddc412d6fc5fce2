// Turns src/search/models/static/kernel.wat into kernel-bytes.ts beside it: node scripts/make-kernel.js.
// A test holds the two to each other, so that neither is changed alone.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import loadWabt from 'wabt';

const folder = new URL('../src/search/models/static/', import.meta.url);

/** The module of the text, as base64. */
export async function compileKernel() {
  const wabt = await loadWabt();
  const text = readFileSync(new URL('kernel.wat', folder), 'utf8');
  const module = wabt.parseWat('kernel.wat', text, { simd: true });
  module.validate();
  const { buffer } = module.toBinary({});
  module.destroy();
  return Buffer.from(buffer).toString('base64');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lines = (await compileKernel()).match(/.{1,100}/g);
  const source = [
    '// Made of kernel.wat by scripts/make-kernel.js: change that, not this.',
    'export const KERNEL_BYTES = [',
    ...lines.map((line) => `  '${line}',`),
    "].join('');",
  ];
  writeFileSync(new URL('kernel-bytes.ts', folder), `${source.join('\n')}\n`);
}
