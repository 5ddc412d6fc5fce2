import { posix } from 'node:path';
import { parseRecord, recordOf } from '../loose-json.js';
import { type MakeLayout, withLinkTargets } from '../notes/layout.js';
import { notesIn } from './folder.js';

/** A Bear backup, or any folder of text bundles: one note per bundle, its pictures in a folder beside it. */
export const bear = notesIn('bear', {
  label: 'Bear notes',
  accepts: 'a Bear backup (.bear2bk) or text bundles',
  detect: (names) =>
    names.some((name) => BUNDLE.test(name)) ||
    (names.some((name) => /^text\.(?:md|markdown|txt)$/.test(name)) && names.includes('info.json')),
  layout: bundleLayout(),
});

const BUNDLE = /\.textbundle$/i;

function bundleLayout(): MakeLayout {
  return (files, read) => {
    const trashed = new Set(
      files
        .filter((file) => posix.basename(file.name) === 'info.json' && isTrashed(read(file) ?? ''))
        .map(({ name }) => posix.dirname(name)),
    );
    return {
      nameOf(name) {
        const [bundle, inside] = splitBundle(name);
        if (bundle === null) return name;
        if (trashed.has(`${bundle}.textbundle`)) return null;
        const text = /^text\.(md|markdown|txt)$/i.exec(inside);
        if (text !== null) return `${bundle}.${text[1] === 'txt' ? 'txt' : 'md'}`;
        return inside.startsWith('assets/') ? `${bundle}.assets/${inside.slice('assets/'.length)}` : null;
      },
      textOf(name, text) {
        const [bundle] = splitBundle(name);
        if (bundle === null) return text;
        const folder = posix.basename(bundle);
        return withLinkTargets(text, (target) =>
          target.startsWith('assets/') ? `${folder}.assets/${target.slice('assets/'.length)}` : null,
        );
      },
    };
  };
}

function splitBundle(name: string): [bundle: string | null, inside: string] {
  const parts = name.split('/');
  const at = parts.findIndex((part) => BUNDLE.test(part));
  if (at === -1) return [null, name];
  return [
    parts
      .slice(0, at + 1)
      .join('/')
      .replace(BUNDLE, ''),
    parts.slice(at + 1).join('/'),
  ];
}

function isTrashed(json: string): boolean {
  return recordOf(parseRecord(json)?.['net.shinyfrog.bear']).trashed === 1;
}
