import { describe, expect, it } from 'vitest';
import { parseScopes } from './scopes.js';

const takes = (scope: string, path: string) => parseScopes([scope])[0]!.takes(path);

describe('a scope', () => {
  it.each([
    ['projects/startup-x/', 'projects/startup-x/bucket/a.md', true],
    ['vault/projects/startup-x', 'projects/startup-x/state.md', true],
    ['projects/startup-x', 'projects/startup-xy/state.md', false],
    ['projects/*/state.md', 'projects/a/state.md', true],
    ['projects/*/state.md', 'projects/a/tasks.md', false],
    ['projects/*/bucket/', 'projects/a/bucket/deep/note.md', true],
    ['projects/**', 'projects/a/b/c.md', true],
    ['**/tasks.md', 'tasks.md', true],
    ['{tasks,changelog}.md', 'changelog.md', true],
    ['tasks.md', 'tasks.md', true],
    ['vault/', 'anything.md', true],
  ])('%s and the path %s: %s', (scope, path, expected) => expect(takes(scope, path)).toBe(expected));

  it.each(['../outside', '/etc', '', '.rappel/', 'a\\b', 'C:/x', 'a\u0000b'])('refuses %j', (scope) => {
    expect(() => parseScopes([scope])).toThrow(/^scopes: got /);
  });
});
