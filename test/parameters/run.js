// Halves every tuned number of search and routing and raises it by half, one at a time, and runs the tests beside the
// files that read it: npm run test:parameters [GROUP...]. Each change must make a test fail; those that don't are listed.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVitest } from 'vitest/node';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const [search, agents] = ['search', 'agents'].map((floor) => join(root, 'src', floor));
const sources = [search, agents].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name)),
);
const chosen = new Set(process.argv.slice(2));

const vitest = await createVitest('test', {
  root,
  config: false,
  watch: false,
  include: ['src/{search,agents}/**/*.test.ts'],
  setupFiles: [join(root, 'test', 'parameters', 'change-parameter.ts')],
  reporters: [{}],
  bail: 1,
  testTimeout: 60_000,
  maxWorkers: 2,
});
const project = vitest.getRootProject();
const parameters = {
  ...(await project.import(join(search, 'ranking', 'parameters.ts'))),
  ...(await project.import(join(agents, 'clerk', 'routing', 'parameters.ts'))),
};
const survivors = [];
let changes = 0;
for (const [group, values] of Object.entries(parameters)) {
  if (chosen.size > 0 && !chosen.has(group)) continue;
  const files = testsOf(group);
  await run(files, null, group);
  for (const name of Object.keys(values)) {
    for (const factor of [0.5, 1.5]) {
      changes++;
      const noticed = await run(files, { group, name, factor });
      if (!noticed) survivors.push(`${group}.${name} × ${factor}`);
      process.stdout.write(noticed ? '.' : 'S');
    }
  }
}
await vitest.close();
console.log(
  `\n${changes} changes, ${survivors.length} unnoticed${survivors.map((name) => `\n  ${name}`).join('')}`,
);
process.exit(survivors.length === 0 ? 0 : 1);

/** True where a test failed. Without a change all must pass, or a failure would prove nothing. */
async function run(files, change, group) {
  vitest.provide('change', change);
  const specifications = files.map((file) => project.createSpecification(file));
  const { testModules } = await vitest.runTestSpecifications(specifications);
  const failed = testModules
    .filter((module) => files.includes(module.moduleId) && !module.ok())
    .map((module) => module.moduleId);
  if (change === null && (failed.length > 0 || files.length === 0)) {
    console.error(`${group}: ${failed.join(', ') || 'no tests'} can't tell anything`);
    process.exit(1);
  }
  return failed.length > 0;
}

/** The tests beside the files that read a group. */
function testsOf(group) {
  const reads = new RegExp(`\\b${group}\\b`);
  const tests = sources.map((file) => file.replace(/\.ts$/, '.test.ts'));
  return sources.flatMap((file, index) => {
    const isReader = !/\.test\.ts$|parameters\.ts$/.test(file) && reads.test(readFileSync(file, 'utf8'));
    return isReader && sources.includes(tests[index]) ? [tests[index]] : [];
  });
}
