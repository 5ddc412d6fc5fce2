import type { Catalogue } from './catalogue.js';
import type { Language } from './language.js';
import type { englishMessages } from './messages/english.js';

/** A sentence for people as a value: which one of the tables it is, and what stands in it. Each door says it in the language of its reader. */
export interface Message {
  reason: string;
  fields: MessageFields;
}

export type MessageFields = Readonly<Record<string, Field>>;
/** A field may be a message itself, as the cause of a failure is, or several of them. */
export type Field = string | number | Words | Message | MessageList;

/** A sentence that has its French in a catalogue, by its English template, and what stands in it. */
export interface Words {
  words: string;
  values?: readonly (string | number)[];
}

/** Puts off what `say` does: to where the language of the reader is known. */
export function words(texts: TemplateStringsArray, ...values: (string | number)[]): Words {
  const template = texts.reduce((text, part, at) => `${text}{${at - 1}}${part}`);
  return values.length === 0 ? { words: template } : { words: template, values };
}

export interface MessageList {
  each: readonly Message[];
  between: string;
}

/** Who reads the next step: it is a command, a tool, or a place in the page. */
export type Door = 'terminal' | 'assistant' | 'page';

/** What happened, and the next step: one for every door, or one for each that has one. */
export type MessageEntry =
  | string
  | readonly [says: string, next: string | Readonly<Partial<Record<Door, string>>>];

export type Reason = keyof typeof englishMessages;

/** The table of another language: it has what the English one has. */
export type Translation = {
  readonly [R in Reason]: (typeof englishMessages)[R] extends readonly [string, infer Next]
    ? readonly [string, Next extends string ? string : { readonly [D in keyof Next]: string }]
    : string;
};

/** What the sentences of a reason name in braces. */
export type FieldsOf<R extends Reason> = {
  readonly [N in NamedIn<TextsOf<(typeof englishMessages)[R]>>]: N extends 'path' ? string : Field;
};

type TextsOf<E> = E extends string
  ? E
  : E extends readonly [infer Says, infer Next]
    ? Says | (Next extends string ? Next : Next[keyof Next])
    : never;

type NamedIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ?
      | (Name extends `${string}"${string}`
          ? never
          : Name extends `${infer Number}|${string}`
            ? Number
            : Name)
      | NamedIn<Rest>
  : never;

/** A sentence that stands in another one. */
export function message<R extends Reason>(reason: R, ...[fields]: Given<FieldsOf<R>>): Message {
  return { reason, fields: fields ?? {} };
}

/** What may be left out where nothing is to be given. */
export type Given<F> = keyof F extends never ? [fields?: F] : [fields: F];

/** The sentences of one language. */
export interface Messages {
  language: Language;
  table: Readonly<Record<string, MessageEntry>>;
  catalogue: Catalogue;
}

/** What happened, or null where this version does not know the reason or its fields. */
export function messageSays(messages: Messages, said: Message): string | null {
  return partText(messages, said, 'says', 0);
}

/** What to do about it, where a door has something to say. */
export function nextStepOf(messages: Messages, said: Message, door: Door): string | null {
  return partText(messages, said, door, 0)?.trim() || null;
}

/** A message that came from the service, with what it says in English and its next step in the page. */
export interface Told extends Message {
  message: string;
  hint: string | null;
}

/** What it says in the language of a person, with the file it is about; in English where nothing else is known. */
export function saidIn(messages: Messages | null, { message, ...problem }: Told): string {
  if (messages === null) return message;
  const { path: item } = Object(problem.fields);
  const said = item ? { reason: 'item.at', fields: { item, problem } } : problem;
  return messageSays(messages, said) ?? message;
}

/** What to do about it; in English, that of the page. */
export function stepIn(messages: Messages | null, told: Told, door: Door = 'page'): string | null {
  if (messages === null || messageSays(messages, told) === null) return told.hint;
  return nextStepOf(messages, told, door);
}

/** Messages may come from another process: null for what this version does not know, and for what is no message. */
function partText(
  messages: Messages,
  { reason, fields }: Message,
  part: 'says' | Door,
  depth: number,
): string | null {
  if (!Object.hasOwn(messages.table, reason) || depth > MOST_NESTED) return null;
  const entry = messages.table[reason]!;
  const [says, next = ''] = typeof entry === 'string' ? [entry] : entry;
  const template = part === 'says' ? says : typeof next === 'string' ? next : (next[part] ?? '');
  const values = new Map<string, string | number>();
  for (const [, name = ''] of template.matchAll(PLACE)) {
    const value = fieldText(messages, Object(fields)[name], part, depth);
    if (value === null) return null;
    values.set(name, value);
  }
  return fill(template, (name) => values.get(name)!, messages.language);
}

function fieldText(
  messages: Messages,
  field: Field | null | undefined,
  part: 'says' | Door,
  depth: number,
): string | number | null {
  if (typeof field === 'string' || typeof field === 'number') return field;
  if (typeof field !== 'object' || field === null) return null;
  if ('words' in field) return wordsIn(messages, field);
  if (!('each' in field)) return partText(messages, field, part, depth + 1);
  if (!Array.isArray(field.each)) return null;
  const texts = field.each.map((one) => partText(messages, Object(one), part, depth + 1));
  return texts.includes(null) ? null : texts.join(String(field.between));
}

/** In English where the catalogue lacks them. */
export function wordsIn({ catalogue, language }: Messages, said: Words): string {
  const template = String(said.words);
  const known = Object.hasOwn(catalogue, template) ? catalogue[template]! : template;
  const values = Array.isArray(said.values) ? said.values : [];
  return values.length === 0 ? known : fill(known, (at) => String(values[Number(at)] ?? ''), language);
}

const MOST_NESTED = 5;

/**
 * Puts the values into a template, numbers as the language shows them. `{count|one|several}` chooses by the number count,
 * as the language does: in French, 1.5 is one.
 */
export function fill(
  template: string,
  valueNamed: (name: string) => string | number,
  language: Language,
): string {
  return template.replaceAll(PLACE, (_, name, one, several) => {
    const value = valueNamed(name);
    if (one === undefined) return typeof value === 'number' ? numberIn(language, value) : value;
    const isOne = language === 'fr' ? Number(value) < 2 : Number(value) === 1;
    return isOne ? one : several;
  });
}

/** Intl takes time to load, and few sentences hold a number. */
function numberIn(language: Language, value: number): string {
  if (language === 'en') return String(value);
  return new Intl.NumberFormat(language, { useGrouping: 'min2', maximumFractionDigits: 2 }).format(value);
}

const PLACE = /\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g;
