import { posix } from 'node:path';
import { dateOf, type JsonRecord, parseRecord, recordOf, textOf } from '../../../shared/loose-json.js';
import { type MakeLayout, OF_THE_PROGRAM, withLinkTargets } from '../notes/layout.js';
import { notesIn } from './folder.js';

/** A Bear backup, or any folder of text bundles: one note per bundle, its pictures in a folder beside it. */
export const bear = notesIn('bear', {
  label: 'Bear notes',
  // Every backup is named after its day: notes are known by their ids, and pictures must stay beside them.
  title: (path) => (/\.bear2bk$/i.test(path) ? 'bear' : undefined),
  detect: (names) =>
    names.some((name) => BUNDLE.test(name)) ||
    (names.some((name) => TEXT.test(name)) && names.includes('info.json')),
  layout: bundleLayout(),
});

const BUNDLE = /\.textbundle$/i;
const TEXT = /^text\.(?:md|markdown|txt)$/i;

function bundleLayout(): MakeLayout {
  return (files, read, title) => {
    const infos = new Map(
      files
        .filter((file) => posix.basename(file.name) === 'info.json')
        .map((file) => [posix.dirname(file.name), bearInfo(read(file) ?? '')]),
    );
    // A single bundle has its text at the top; its name is that of the source.
    const isBundle = files.some(({ name }) => TEXT.test(name));
    const splitName = (name: string) => splitBundle(name, isBundle ? title : null);
    return {
      nameOf(name) {
        const [bundle, inside] = splitName(name);
        if (name === 'tags.json') return OF_THE_PROGRAM;
        if (bundle === null) return name;
        if (infos.get(folderOf(name))?.trashed === 1) return OF_THE_PROGRAM;

        if (TEXT.test(inside)) return `${bundle}.md`;
        return inside.startsWith('assets/')
          ? `${bundle}.assets/${inside.slice('assets/'.length)}`
          : OF_THE_PROGRAM;
      },
      textOf(name, text) {
        const [bundle] = splitName(name);
        if (bundle === null) return text;
        const folder = posix.basename(bundle);
        return withLinkTargets(text, (target) =>
          target.startsWith('assets/') ? `${folder}.assets/${target.slice('assets/'.length)}` : null,
        );
      },
      idOf(name) {
        const id = TEXT.test(posix.basename(name)) ? textOf(infos.get(folderOf(name))?.uniqueIdentifier) : '';
        return id === '' ? undefined : `bear:${id}`;
      },
      datesOf(name) {
        const info = infos.get(folderOf(name));
        return info && { created: dateOf(info.creationDate), updated: dateOf(info.modificationDate) };
      },
    };
  };
}

/** The folder of the bundle that a file is in. */
function folderOf(name: string): string {
  const parts = name.split('/');
  const at = parts.findIndex((part) => BUNDLE.test(part));
  return at === -1 ? '.' : parts.slice(0, at + 1).join('/');
}

/** `alone` is the name of a bundle that has its text at the top. */
function splitBundle(name: string, alone: string | null): [bundle: string | null, inside: string] {
  const folder = folderOf(name);
  if (folder === '.') return [alone, name];
  return [folder.replace(BUNDLE, ''), name.slice(folder.length + 1)];
}

/** What Bear says about a note: when it was written, whether it is in the trash. */
function bearInfo(json: string): JsonRecord {
  return recordOf(parseRecord(json)?.['net.shinyfrog.bear']);
}
