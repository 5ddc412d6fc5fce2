import type { RootContent } from 'mdast';
import { createCount } from '../item.js';
import { writtenDate } from '../source-date.js';
import { textOf } from './charset.js';
import { type Document, type DocumentJob, documentWith, stemOf, underTitle } from './document.js';
import { linkAfterImport } from './links.js';
import { markdownOf } from './markdown.js';
import { orgBlocks } from './org-blocks.js';
import { addressOfId } from './org-ids.js';
import { orgInline } from './org-inline.js';
import { heading, paragraph, root, text } from './tree.js';

/** Notes of Emacs: headlines with their states, dates, tags and properties, and the text below them. */
export function read({ bytes, name, place }: DocumentJob): Document {
  const lines = textOf(bytes).replaceAll('\t', '        ').split('\n');
  const settings = settingsIn(lines);
  const states = new Set(['TODO', 'DONE', ...(settings.get('todo') ?? '').split(/[\s|]+/).map(stateName)]);
  const shown = new Set<string>();
  const notes = new Map<string, string>();
  const count = createCount();
  const context = {
    leaveOut: count.add,
    note(given: string, content: string) {
      const label = given || `note-${notes.size + 1}`;
      notes.set(label, content);
      return label;
    },
    link: (target: string) => linkOf(target, place),
    image(target: string) {
      const url = target.replace(/^file:/, '');
      if (!/^[a-z][a-z0-9+.-]*:/i.test(url)) shown.add(url);
      return url;
    },
  };
  const content: RootContent[] = [];
  for (const { headline, body } of sectionsOf(lines)) {
    if (headline !== null)
      content.push(...headlineOf(headline, body, states, (line) => orgInline(line, context)));
    content.push(...orgBlocks(headline === null ? body : withoutPlanning(body), context));
  }
  for (const [label, written] of notes)
    content.push({
      type: 'footnoteDefinition',
      identifier: label,
      children: [paragraph(orgInline(written, context))],
    });
  const tags = tagsOf(settings.get('filetags') ?? '');
  const author = settings.get('author') ?? '';
  return documentWith({
    text: underTitle(settings.get('title') ?? stemOf(name), markdownOf(root(content))),
    fields: { ...(author !== '' && { author }), ...(tags.length > 0 && { tags }) },
    created: writtenDate(/\d{4}-\d\d-\d\d/.exec(settings.get('date') ?? '')?.[0] ?? null),
    shown: [...shown],
    leftOut: count.all,
  });
}

/** `#+TITLE: …` and the like, above the first headline. */
function settingsIn(lines: readonly string[]): Map<string, string> {
  const settings = new Map<string, string>();
  for (const line of lines) {
    if (/^\*+ /.test(line)) break;
    const [, key, value] = /^#\+(\w+):\s*(.*)$/.exec(line) ?? [];
    if (key !== undefined) settings.set(key.toLowerCase(), value!.trim());
  }
  return settings;
}

/** `WAIT(w@/!)` is the state WAIT. */
function stateName(word: string): string {
  return word.replace(/\(.*$/, '');
}

function sectionsOf(lines: readonly string[]): { headline: string | null; body: string[] }[] {
  const sections: { headline: string | null; body: string[] }[] = [{ headline: null, body: [] }];
  for (const line of lines) {
    if (/^\*+\s+\S/.test(line)) sections.push({ headline: line, body: [] });
    else sections.at(-1)!.body.push(line);
  }
  return sections;
}

/** A headline as a heading, and below it the line of a task in Rappel: `status: TODO | deadline: 2024-03-15`. */
function headlineOf(
  line: string,
  body: readonly string[],
  states: ReadonlySet<string>,
  inline: (line: string) => ReturnType<typeof orgInline>,
): RootContent[] {
  const [stars = ''] = /^\*+/.exec(line) ?? [];
  const rest = line.slice(stars.length).trim();
  const last = rest.slice(rest.lastIndexOf(' ') + 1);
  const tagText = /^:[\p{L}\p{N}_@#%:]+:$/u.test(last) ? last : '';
  const withState = rest.slice(0, rest.length - tagText.length).trimEnd();
  const [word = ''] = withState.split(' ', 1);
  const state = states.has(word) ? word : '';
  const afterState = withState.slice(state.length).trimStart();
  const [mark = '', priority] = /^\[#(\w{1,2})\]\s*/.exec(afterState) ?? [];
  const title = afterState.slice(mark.length).replace(/^COMMENT\s+/, '');
  const tags = tagsOf(tagText).map((tag) => ` #${tag}`);
  const facts = [
    ...(state === '' ? [] : [`status: ${state}`]),
    ...(priority === undefined ? [] : [`prio: ${priority}`]),
    ...planningIn(body),
    ...propertiesIn(body),
  ];
  return [
    heading(stars.length + 1, [...inline(title), ...(tags.length === 0 ? [] : [text(tags.join(''))])]),
    ...(facts.length === 0 ? [] : [paragraph(inline(facts.join(' | ')))]),
  ];
}

function tagsOf(text: string): string[] {
  return text.split(/[:\s]+/).filter((tag) => tag !== '');
}

const PLANNING = /^\s*(?:(?:DEADLINE|SCHEDULED|CLOSED):\s*[<[][^>\]\n]{1,80}[>\]]\s*)+$/;

/** `DEADLINE: <2024-03-15 Fri>`, on the line below the headline. */
function planningIn([first = '']: readonly string[]): string[] {
  if (!PLANNING.test(first)) return [];
  return [...first.matchAll(/(DEADLINE|SCHEDULED|CLOSED):\s*([<[][^>\]\n]{1,80}[>\]])/g)].map(
    ([, key, date]) => `${key!.toLowerCase()}: ${date}`,
  );
}

function withoutPlanning(body: string[]): string[] {
  return PLANNING.test(body[0] ?? '') ? body.slice(1) : body;
}

/** The properties that mean something to a person; an id is for links. */
function propertiesIn(body: readonly string[]): string[] {
  const [first = ''] = withoutPlanning([...body]);
  if (!/^\s*:PROPERTIES:\s*$/i.test(first)) return [];
  const properties: string[] = [];
  for (const line of withoutPlanning([...body]).slice(1)) {
    const [, key = '', value = ''] = /^\s*:([^\s:]{1,80}):\s*(.*)$/.exec(line) ?? [];
    if (key === '' || /^end$/i.test(key)) break;
    if (!/^(?:id|custom_id|style|visibility|.*_property)$/i.test(key) && value !== '')
      properties.push(`${key.toLowerCase()}: ${value.trim()}`);
  }
  return properties;
}

/** `file:b.org::*Part` leads to the note of b.org, `id:…` to the note that has this id; a headline of this file nowhere. */
function linkOf(target: string, place: DocumentJob['place']): string | null {
  if (/^(?:https?|ftp|mailto|tel|news|doi):/i.test(target))
    return target.replace(/^doi:/i, 'https://doi.org/');
  if (/^id:/i.test(target)) return place === null ? null : addressOfId(target.slice(3), place);
  const [path = ''] = target.replace(/^(?:file|attachment):/, '').split('::', 1);
  if (path === '' || /^[a-z][a-z0-9+.-]*:/i.test(path)) return null;
  const isFile = /^(?:file|attachment):|^\.{0,2}\//.test(target) || /\.\w{1,9}$/.test(path);
  return isFile ? linkAfterImport(path, place) : null;
}
