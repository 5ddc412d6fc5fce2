import type { Passage } from '../api/types.js';
import type { LineRange } from '../frame/route.js';
import type { Messages } from '../i18n/en.js';

/** A passage as people call it. */
interface PassageTitle {
  title: string;
  project: string | null;
  /** The day it is of, `2025-07-14`. */
  day: string | null;
}

/** `vault/projects/atlas/bucket/2025-03-30-port-of-brest.md` is `Port of brest`, of atlas, from 30 March. */
export function passageTitle({ path, parts }: Pick<Passage, 'path' | 'parts'>, t: Messages): PassageTitle {
  const [, project = null] = /^vault\/projects\/([^/]+)\//.exec(path) ?? [];
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  const known = t.activity.fileNames[name];
  const [, named = null, rest = name] = /^(\d{4}-\d\d-\d\d)[-_ ]*(.*)$/.exec(name) ?? [];
  const words = rest.replaceAll(/[-_]+/g, ' ').trim() || name;
  const title = known ?? words.charAt(0).toUpperCase() + words.slice(1);
  return { title, project, day: name === 'changelog' ? loggedDay(parts) : named };
}

/** In a changelog the day stands above the entry; null where there are several. */
function loggedDay(parts: Passage['parts']): string | null {
  const text = parts.map((part) => part.text).join('\n');
  const days = [...text.matchAll(/^#[ \t]+(\d{4}-\d\d-\d\d)\b/gm)].map(([, day]) => day!);
  return new Set(days).size === 1 ? days[0]! : null;
}

/** The ranges of `matches`, `9-14` or `1-1,9-14`, that lie in a part of a passage. */
export function rangesIn(
  { text, firstLine }: Passage['parts'][number],
  matches: readonly string[],
): LineRange[] {
  const last = firstLine + text.split('\n').length - 1;
  return matches
    .flatMap((ranges) => ranges.split(','))
    .map((range) => range.split('-').map(Number))
    .map(([first = 0, end = first]) => ({ first, last: end }))
    .filter((range) => range.last >= firstLine && range.first <= last);
}
