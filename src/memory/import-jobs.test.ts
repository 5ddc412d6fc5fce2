import { afterEach, expect, it } from 'vitest';
import { createImportJobs } from './import-jobs.js';
import { createUpload } from './upload.js';

const jobs = createImportJobs();
afterEach(jobs.close);

it('forgets the oldest of more than eight imports that nobody finishes', () => {
  const ids = Array.from({ length: 9 }, () => jobs.begin(createUpload()));
  expect(ids.map(jobs.has)).toEqual([false, ...Array(8).fill(true)]);
  expect(() => jobs.find(ids[0]!)).toThrow(`no import "${ids[0]}"`);
});

it('spares one that is planned or written at the moment', () => {
  const atWork = jobs.begin(createUpload());
  jobs.find(atWork).status.state = 'planning';
  const ids = Array.from({ length: 9 }, () => jobs.begin(createUpload()));
  expect(jobs.has(atWork)).toBe(true);
  expect(jobs.has(ids[0]!)).toBe(false);
});

it('waits at its end for the one that works, which is told to stop', async () => {
  const job = jobs.find(jobs.begin(createUpload()));
  let hasEnded = false;
  job.work = new Promise((resolve) => job.stop.signal.addEventListener('abort', resolve)).then(() => {
    hasEnded = true;
  });
  await jobs.close();
  expect(hasEnded).toBe(true);
  expect(jobs.has(job.status.id)).toBe(false);
});
