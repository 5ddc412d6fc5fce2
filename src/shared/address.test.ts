import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressProblem, hideCredentials, showAddress } from './address.js';

describe('addresses', () => {
  it('are shown without what may be secret in them', () => {
    expect(showAddress('https://user:pass@host.example:8443/v1?key=secret#part')).toBe(
      'https://host.example:8443/v1',
    );
    expect(showAddress('http://localhost:11434')).toBe('http://localhost:11434');
    expect(showAddress('http://localhost:11434/v1/')).toBe('http://localhost:11434/v1/');
    expect(showAddress('localhost')).toBe('localhost');
    for (const unreadable of ['user:pass@host', 'http//user:pass@host', 'https://user:pa/ss@host:x'])
      expect(showAddress(unreadable)).toBe('(not shown)');
    expect(hideCredentials('no answer from https://u:p@host/v1, or from http://other/')).toBe(
      'no answer from https://host/v1, or from http://other/',
    );
  });

  it('with user or password are never fit to be kept, and never shown with them', () => {
    const secret = fc.stringMatching(/^S3CR3T[\w.~:!$&'()*+,;=@%-]*$/);
    fc.assert(
      fc.property(secret, fc.boolean(), (password, asUser) => {
        const url = `https://${asUser ? '' : 'user:'}${password}@host.example/v1`;
        expect(addressProblem(url)).not.toBeNull();
        expect(showAddress(url)).not.toContain('S3CR3T');
      }),
    );
    expect(addressProblem('http://localhost:11434/v1')).toBeNull();
    expect(addressProblem('localhost:11434')).toContain('http://localhost:11434/v1');
  });
});
