import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createPathTable } from '../../vault/path-table.js';
import type { VaultPath } from '../../vault/paths.js';
import { createRecordedFiles } from './recorded.js';

const path = fc.constantFrom('a.md', 'b.md', 'é/c.md', 'd', 'e/f/g.md').map((name) => name as VaultPath);
const version = fc.stringMatching(/^[0-9a-f]{40}$/);
const change = fc.record({ path, version: fc.option(version) });

it('recorded files are what a map of them would be, beside others in the same table', () => {
  fc.assert(
    fc.property(fc.array(change), fc.array(change), (first, second) => {
      const paths = createPathTable();
      const tables = [first, second].map((changes) => ({
        changes,
        files: createRecordedFiles(paths),
        map: new Map<VaultPath, string>(),
      }));
      for (const { changes, files, map } of tables)
        for (const { path, version } of changes)
          for (const known of [files, map]) version === null ? known.delete(path) : known.set(path, version);
      for (const { files, map } of tables) {
        expect(new Map(files)).toEqual(map);
        expect(new Set(files.keys())).toEqual(new Set(map.keys()));
        for (const { path } of [...first, ...second])
          expect([files.has(path), files.get(path)]).toEqual([map.has(path), map.get(path)]);
      }
      const [one, other] = tables;
      const gone = second.flatMap(({ path, version }) => (version === null ? path : []));
      const together = new Map([...one!.map, ...other!.map]);
      for (const path of gone) together.delete(path);
      const before = one!.files.copy();
      one!.files.add(other!.files);
      for (const path of gone) one!.files.delete(path);
      expect(new Map(one!.files)).toEqual(together);
      expect(new Map(before), 'stays as it was').toEqual(one!.map);
    }),
  );
});
