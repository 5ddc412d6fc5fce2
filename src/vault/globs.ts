import { firstSegments, type VaultPath } from './paths.js';

// True for a path with wildcards: `projects/*/state.md`, `bucket/**`, `{a,b}.md`.
export function isGlob(path: string): boolean {
  return /[*?[{]/.test(path);
}

/**
 * Tests normalised paths against a wildcard path: `*`, `?`, `[a-z]`, `[!a]`, `{a,b}` inside a segment, `**` for any
 * number of segments. Hidden names never match.
 */
export function globMatcher(pattern: string): (path: string) => boolean {
  const matches = runner(compile(pattern));
  return (path) => !HIDDEN.test(path) && matches(path);
}

/** The folder above the first wildcard: nothing outside it can match. */
export function globBase(pattern: VaultPath): VaultPath {
  const first = pattern.split('/').findIndex(isGlob);
  return first === -1 ? pattern : firstSegments(pattern, first);
}

const HIDDEN = /(?:^|\/)\./;

/** A step consumes one character, or continues at several positions at once; past the last step the path matches. */
type Step = { takes: (character: string) => boolean } | { forks: number[] };

const anything = () => true;
const notSlash = (character: string) => character !== '/';

function compile(pattern: string): Step[] {
  const steps: Step[] = [];
  const literal = (character: string) => steps.push({ takes: (other) => other === character });
  const anyNumberOf = (takes: (character: string) => boolean) => {
    const at = steps.length;
    steps.push({ forks: [at + 1, at + 3] }, { takes }, { forks: [at] });
  };
  const optional = (emit: () => void) => {
    const fork = { forks: [steps.length + 1] };
    steps.push(fork);
    emit();
    fork.forks.push(steps.length);
  };
  const oneOf = (alternatives: string[]) => {
    const fork = { forks: [] as number[] };
    steps.push(fork);
    const ends = alternatives.map((alternative) => {
      fork.forks.push(steps.length);
      sequence(alternative);
      const end = { forks: [] as number[] };
      steps.push(end);
      return end;
    });
    for (const end of ends) end.forks.push(steps.length);
  };

  const sequence = (part: string) => {
    for (let at = 0; at < part.length; ) {
      const globstar = /^(?:\*\*(\/|$)|\/\*\*$)/.exec(part.slice(at));
      if (globstar?.[0] === '/**') {
        optional(() => {
          literal('/');
          anyNumberOf(anything);
        });
        return;
      }
      if (globstar && (at === 0 || part[at - 1] === '/')) {
        if (globstar[1] === '') anyNumberOf(anything);
        else
          optional(() => {
            anyNumberOf(anything);
            literal('/');
          });
        at += globstar[0].length;
        continue;
      }
      const group = part[at] === '{' ? alternativesAt(part, at) : null;
      const set = part[at] === '[' ? /^\[([!^]?)(\]?[^\]/]*)\]/u.exec(part.slice(at)) : null;
      if (group !== null) {
        oneOf(group.alternatives);
        at = group.end;
      } else if (set?.[2]) {
        steps.push({ takes: characterSet(set[2], set[1] !== '') });
        at += set[0].length;
      } else {
        const character = String.fromCodePoint(part.codePointAt(at)!);
        if (character === '*') anyNumberOf(notSlash);
        else if (character === '?') steps.push({ takes: notSlash });
        else literal(character);
        at += character.length;
      }
    }
  };
  sequence(pattern);
  return steps;
}

/** The alternatives of `{a,b}` and where the group ends; null if it is not a group. */
function alternativesAt(part: string, start: number): { alternatives: string[]; end: number } | null {
  const alternatives: string[] = [];
  let depth = 0;
  let from = start + 1;
  for (let at = start; at < part.length; at++) {
    if (part[at] === '{') depth++;
    else if (part[at] === '}') depth--;
    if (depth > 1 || (part[at] !== ',' && depth > 0)) continue;
    alternatives.push(part.slice(from, at));
    from = at + 1;
    if (depth === 0) return alternatives.length > 1 ? { alternatives, end: from } : null;
  }
  return null;
}

function characterSet(members: string, negated: boolean): (character: string) => boolean {
  const ranges = [...members.matchAll(/(.)(?:-(.))?/gsu)].map(([, first, last]) => [first!, last ?? first!]);
  return (character) =>
    character !== '/' &&
    ranges.some(([first, last]) => first! <= character && character <= last!) !== negated;
}

/** The positions in the steps that a path can have after some of its characters, and where each next character leads. */
interface State {
  places: ReadonlySet<number>;
  next: Map<string, State>;
}

/** Enough for any pattern written by hand; a hostile one restarts instead of filling the memory. */
const MOST_STATES = 1000;

/**
 * Follows every way through the steps at once, so that no pattern takes long; the states it meets are kept, so that
 * the next path only looks them up.
 */
function runner(steps: readonly Step[]): (path: string) => boolean {
  const states = new Map<string, State>();
  const stateOf = (places: Set<number>): State => {
    const key = [...places].sort((a, b) => a - b).join();
    const state = states.get(key) ?? { places, next: new Map() };
    states.set(key, state);
    return state;
  };
  const follow = (state: State, character: string): State => {
    const places = new Set<number>();
    for (const at of state.places) {
      const step = steps[at];
      if (step && 'takes' in step && step.takes(character)) enter(steps, at + 1, places);
    }
    const next = stateOf(places);
    state.next.set(character, next);
    return next;
  };
  const first = new Set<number>();
  enter(steps, 0, first);
  return (path) => {
    if (states.size > MOST_STATES) states.clear();
    let state = stateOf(first);
    for (const character of path) {
      state = state.next.get(character) ?? follow(state, character);
      if (state.places.size === 0) return false;
    }
    return state.places.has(steps.length);
  };
}

/** Adds a position and all that can be reached from it without consuming a character. */
function enter(steps: readonly Step[], start: number, reached: Set<number>): void {
  const open = [start];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (reached.has(at)) continue;
    reached.add(at);
    const step = steps[at];
    if (step && 'forks' in step) open.push(...step.forks);
  }
}
