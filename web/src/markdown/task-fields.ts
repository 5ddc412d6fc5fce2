import type { HtmlNode } from './path-links.js';

/** Field names are free text in the user's language: these are the words that Rappel and people use for them. */
const FIELDS: Record<string, RegExp> = {
  status: /^(?:status|statut|état|etat|state)$/i,
  priority: /^(?:prio|priority|priorité|priorite)$/i,
  deadline: /^(?:deadline|due|due date|échéance|echeance|date limite|pour le)$/i,
  other: /^(?:added|ajoutée?|ajoute|project|projet)$/i,
};

/** A file whose H1 headings are tasks. */
export function isTasksFile(path: string): boolean {
  return /^(?:projects\/[^/]+\/)?tasks\.md$/i.test(path);
}

/** The fields below the title of a task become chips; the paragraph keeps what follows them. Today as `YYYY-MM-DD`. */
export function withTaskChips(children: readonly HtmlNode[], today: string): HtmlNode[] {
  return children.flatMap((node, index) => {
    const before = children.slice(0, index).findLast(({ type }) => type === 'element');
    if (node.tagName !== 'p' || before?.tagName !== 'h1') return [node];
    const [first, ...rest] = node.children ?? [];
    if (first?.type !== 'text') return [node];
    const lines = (first.value ?? '').split('\n');
    const end = lines.findIndex((line) => fieldsIn(line) === null);
    const count = end === -1 ? lines.length : end;
    if (count === 0) return [node];
    const chips = lines.slice(0, count).flatMap((line) => fieldsIn(line)!);
    const below = lines.slice(count).join('\n');
    const line = node.position?.start.line;
    const list: HtmlNode = {
      type: 'element',
      tagName: 'ul',
      properties: { className: ['chips'] },
      children: chips
        .filter(({ value }) => value !== '' && value !== '—' && value !== '-')
        .map((chip) => chipOf(chip, today)),
      ...(node.position && { position: node.position }),
    };
    if (below === '' && rest.length === 0) return [list];
    const position =
      line === undefined ? {} : { position: { start: { line: line + count }, end: node.position!.end } };
    const text = below === '' ? [] : [{ ...first, value: below, ...position }];
    return [list, { ...node, children: [...text, ...rest], ...position }];
  });
}

interface Field {
  name: string;
  kind: string;
  value: string;
}

/** `status: to-do | prio: high` as fields; null for a line that is none. */
function fieldsIn(line: string): Field[] | null {
  const fields = line.split('|').map((part) => {
    const match = /^\s*([\p{L} ]{2,20}?)\s*:\s*(.*?)\s*$/u.exec(part);
    const name = match?.[1] ?? '';
    const kind = Object.keys(FIELDS).find((key) => FIELDS[key]!.test(name));
    return {
      name,
      kind: kind ?? 'other',
      value: match?.[2] ?? '',
      isKnown: kind !== undefined,
      isField: match !== null,
    };
  });
  return fields[0]!.isKnown && fields.every(({ isField }) => isField) ? fields : null;
}

const URGENT = /^(?:high|urgent|1|p[01]\b|haute?|élevée?|elevee?)/i;
const STARTED = /^(?:in.progress|started|doing|active|en.cours|commencée?)/i;
const PAUSED = /^(?:paused|on.hold|waiting|blocked|later|someday|en.pause|en.attente|bloquée?|plus.tard)/i;

function chipOf({ name, kind, value }: Field, today: string): HtmlNode {
  const look = lookOf(kind, value, today);
  return {
    type: 'element',
    tagName: 'li',
    properties: { className: ['chip'], dataField: kind, ...(look !== null && { dataLook: look }) },
    children: [
      {
        type: 'element',
        tagName: 'span',
        properties: { className: ['chip-name'] },
        children: [{ type: 'text', value: `${name} ` }],
      },
      { type: 'text', value },
    ],
  };
}

function lookOf(kind: string, value: string, today: string): string | null {
  if (kind === 'priority') return URGENT.test(value) ? 'bad' : null;
  if (kind === 'status') return STARTED.test(value) ? 'good' : PAUSED.test(value) ? 'warn' : null;
  const day = kind === 'deadline' ? /\d{4}-\d\d-\d\d/.exec(value)?.[0] : undefined;
  if (day === undefined) return null;
  return day < today ? 'bad' : day === today ? 'warn' : null;
}
