import { afterEach, expect, it } from 'vitest';
import { createImportJobs } from './imports.js';
import { createUpload } from './upload.js';

const jobs = createImportJobs();
afterEach(jobs.close);

it('forgets the oldest of more than eight unfinished imports', () => {
  const ids = Array.from({ length: 9 }, () => jobs.begin(createUpload()));
  expect(ids.map(jobs.has)).toEqual([false, ...Array(8).fill(true)]);
  expect(() => jobs.find(ids[0]!)).toThrow(`no import "${ids[0]}"`);
});

it('keeps an import that is being planned or written', () => {
  const atWork = jobs.begin(createUpload());
  jobs.find(atWork).status.state = 'planning';
  const ids = Array.from({ length: 9 }, () => jobs.begin(createUpload()));
  expect(jobs.has(atWork)).toBe(true);
  expect(jobs.has(ids[0]!)).toBe(false);
});

it('stops the running import when it closes, and waits for it to end', async () => {
  const job = jobs.find(jobs.begin(createUpload()));
  let hasEnded = false;
  job.work = new Promise((resolve) => job.stop.signal.addEventListener('abort', resolve)).then(() => {
    hasEnded = true;
  });
  await jobs.close();
  expect(hasEnded).toBe(true);
  expect(jobs.has(job.status.id)).toBe(false);
});
