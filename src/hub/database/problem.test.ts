import { describe, expect, it } from 'vitest';
import { databasePlace, problemOf } from './problem.js';

const URL_WITH_SECRET = 'postgresql://ana:s%C3%A9same%21@db.example:5432/team';

const failing = (message: string, code?: string) => Object.assign(new Error(message), { code });

describe('a problem of PostgreSQL', () => {
  it.each([
    ['ECONNREFUSED', "PostgreSQL can't be reached at db.example:5432/team (ECONNREFUSED)"],
    ['28P01', 'PostgreSQL at db.example:5432/team refused the user or password'],
    ['3D000', 'PostgreSQL has no database db.example:5432/team'],
    ['42501', 'the user of DATABASE_URL has too few rights in db.example:5432/team'],
    ['57P01', 'PostgreSQL at db.example:5432/team closed the connection'],
    ['57014', 'PostgreSQL took too long to answer'],
  ])('%s is a sentence', (code, sentence) => {
    expect(problemOf(failing('x', code), URL_WITH_SECRET)?.message).toBe(sentence);
  });

  it('never holds the password, as it is or as the address writes it', () => {
    const error = failing('no s%C3%A9same%21 and no sésame! in here', '42000');
    expect(problemOf(error, URL_WITH_SECRET)?.message).toBe('PostgreSQL: no … and no … in here');
    expect(databasePlace(URL_WITH_SECRET)).toBe('db.example:5432/team');
    expect(databasePlace('ana:sésame!@db')).not.toContain('sésame');
    expect(databasePlace('no address')).toBe('DATABASE_URL');
  });

  it('is not every error', () => {
    expect(problemOf(new TypeError('x is not a function'), URL_WITH_SECRET)).toBeNull();
  });
});
