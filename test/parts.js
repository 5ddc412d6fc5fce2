/**
 * The parts of the tests that `npm test` leaves out: each takes long and proves one promise. `npm run test:all` runs all of them; `.ci/run`
 * those that a change concerns, if they are done in time. Folders and files are given by the beginning of their paths.
 *
 * rooms: a change there concerns the part, and so does one of its own tests.
 * seconds: about how long it takes, alone on two cores. Where time is short, the first ones run.
 */
export const PARTS = {
  safety: {
    tests: [
      'test/hostile-files',
      'test/safety/archive.test.ts',
      'test/safety/changes',
      'test/safety/documents',
      'test/safety/history',
      'test/safety/importers',
      'test/safety/locks',
      'test/safety/memory',
      'test/safety/moves',
      'test/safety/terminal',
    ],
    rooms: ['SECURITY.md', 'src/exchange/', 'src/http/', 'src/service/', 'src/shared/', 'src/vault/'],
    seconds: 80,
  },
  processes: {
    tests: [
      'test/interrupt',
      'test/mcp-strain',
      'test/package',
      'test/processes',
      'test/progress',
      'test/search-processes',
      'test/silence',
      'test/unusable-disk',
    ],
    rooms: ['bin/', 'package.json', 'scripts/', 'src/cli/', 'src/mcp/', 'src/search/', 'src/vault/'],
    seconds: 50,
  },
  teams: {
    tests: [
      'src/cli/commands/hub',
      'src/cli/doctor/hub',
      'src/http/hub/',
      'src/hub/',
      'test/hub',
      'test/people-walls',
      'test/replacing/lease',
      'test/web/consent',
      'test/web/people',
    ],
    rooms: ['src/http/', 'src/hub/', 'src/service/sync/', 'web/src/hub/'],
    seconds: 90,
  },
  undo: {
    tests: ['test/undo'],
    rooms: ['src/service/changes/', 'src/service/history/', 'src/vault/units/'],
    seconds: 15,
  },
  page: {
    tests: [
      'test/web/answers',
      'test/web/health',
      'test/web/hostile',
      'test/web/import',
      'test/web/large',
      'test/web/live',
      'test/web/looks',
      'test/web/model',
      'test/web/moved-file',
      'test/web/offline',
      'test/web/rich-notes',
      'test/web/sessions',
    ],
    rooms: ['src/http/', 'src/operations/', 'test/web/support/', 'web/'],
    seconds: 60,
  },
  'the first hour': {
    command: ['test/first-hour/run.js'],
    rooms: ['README.md', 'bin/', 'package.json', 'scripts/', 'src/cli/', 'test/first-hour/'],
    seconds: 90,
  },
  soak: {
    tests: ['test/service.test.ts'],
    rooms: ['src/memory/', 'src/service/', 'test/soak/'],
    seconds: 90,
  },
};

/** A change of one of these concerns every part. */
const EVERYTHING = ['package-lock.json', 'test/parts.js', 'test/support/', 'vitest.config.ts'];

/** The first of the changed files that concerns a part. */
export function concerning(files, { rooms, tests = [] }) {
  return files.find((file) => [...EVERYTHING, ...rooms, ...tests].some((start) => file.startsWith(start)));
}

/** The tests of parts as patterns. */
export function testsOf(names) {
  return names
    .flatMap((name) => PARTS[name].tests ?? [])
    .map((start) => {
      if (start.endsWith('.ts')) return start;
      return start.endsWith('/') ? `${start}**/*.test.ts` : `${start}*.test.ts`;
    });
}
