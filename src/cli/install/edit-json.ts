import { RappelError } from '../../shared/errors.js';

/**
 * JSON settings with `rappel` under `key`, or without it. Everything else keeps its value, its order and its
 * indentation. Settings that are not plain JSON (comments) are refused rather than rewritten.
 */
export function editJson(text: string, key: string, entry: object | null): string {
  const settings = parse(text);
  const servers = settings[key] ?? {};
  if (!isObject(servers)) throw notUnderstood(`"${key}" is not an object`);
  const { rappel, ...others } = servers;
  if (entry === null && rappel === undefined) return text;
  const next = entry === null ? others : { ...servers, rappel: entry };
  const edited = { ...settings, [key]: next };
  // What only ever held Rappel goes with it.
  if (Object.keys(next).length === 0) delete (edited as Record<string, unknown>)[key];
  return JSON.stringify(edited, null, indentOf(text)) + (text === '' || text.endsWith('\n') ? '\n' : '');
}

type Json = Record<string, unknown>;

function parse(text: string): Json {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    throw notUnderstood('it is not plain JSON (comments?)');
  }
  throw notUnderstood('it is not an object');
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function indentOf(text: string): string {
  return /^[{[]\r?\n([ \t]+)/.exec(text)?.[1] ?? '  ';
}

function notUnderstood(reason: string): RappelError {
  return new RappelError('invalid_input', `the settings can't be changed safely: ${reason}`, {
    hint: 'See what to add by hand with --print.',
  });
}
