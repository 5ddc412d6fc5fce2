/** A vault as a model that knows every line by its identity, and random changes of it. */

interface Line {
  id: number;
  text: string;
}

export type Model = ReadonlyMap<string, readonly Line[]>;

interface Mutation {
  kind: string;
  next: Model;
}

/** Lines that occur many times, so that what they say does not tell which one they are. */
const COMMON = ['', '- [ ] call back', '## Notes', '---', 'ok'];

export function createMutations(pick: (below: number) => number) {
  let ids = 0;
  let files = 0;
  const words = [
    'quay',
    'budget',
    'échéance',
    'berth',
    'invoice',
    'Marion',
    'tide',
    'draft',
    'relève',
    'ferry',
  ];
  const word = () => words[pick(words.length)]!;
  const unique = () => `${word()} ${word()} ${++ids} ${word()} ${word()}`;
  const fresh = (): Line => ({ id: ++ids, text: pick(6) === 0 ? COMMON[pick(COMMON.length)]! : unique() });
  const lines = (count: number) => Array.from({ length: count }, fresh);
  const name = () => `${['notes', 'projects/a', 'projects/b'][pick(3)]}/file-${++files}.md`;

  const put = (model: Model, changes: Record<string, readonly Line[] | null>): Model => {
    const next = new Map(model);
    for (const [path, text] of Object.entries(changes)) {
      if (text === null) next.delete(path);
      else next.set(path, text);
    }
    return next;
  };
  const cut = (text: readonly Line[]) => {
    const first = pick(text.length);
    return { first, last: Math.min(text.length, first + 1 + pick(4)) };
  };
  const without = (text: readonly Line[], { first, last }: { first: number; last: number }) => [
    ...text.slice(0, first),
    ...text.slice(last),
  ];
  const insert = (text: readonly Line[], more: readonly Line[]) => {
    const at = pick(text.length + 1);
    return [...text.slice(0, at), ...more, ...text.slice(at)];
  };
  const edited = ({ id, text }: Line): Line =>
    COMMON.includes(text) || pick(3) === 0
      ? { id, text: unique() }
      : { id, text: `${text}, ${word()} ${++ids}` };
  const editOne = (text: readonly Line[]) => {
    const at = pick(text.length);
    return text.map((line, index) => (index === at ? edited(line) : line));
  };

  const kinds: Record<string, (model: Model, path: string, other: string) => Model> = {
    insert: (model, path) => put(model, { [path]: insert(model.get(path)!, lines(1 + pick(3))) }),
    delete: (model, path) => put(model, { [path]: without(model.get(path)!, cut(model.get(path)!)) }),
    edit: (model, path) => put(model, { [path]: editOne(model.get(path)!) }),
    move(model, path) {
      const range = cut(model.get(path)!);
      const moved = model.get(path)!.slice(range.first, range.last);
      return put(model, { [path]: insert(without(model.get(path)!, range), moved) });
    },
    moveBetween(model, path, other) {
      if (path === other) return this.edit!(model, path, other);
      const range = cut(model.get(path)!);
      const moved = model.get(path)!.slice(range.first, range.last);
      return put(model, {
        [path]: without(model.get(path)!, range),
        [other]: insert(model.get(other)!, moved),
      });
    },
    rename: (model, path) => put(model, { [path]: null, [name()]: model.get(path)! }),
    renameAndEdit: (model, path) => put(model, { [path]: null, [name()]: editOne(model.get(path)!) }),
    create: (model) => put(model, { [name()]: lines(6 + pick(12)) }),
    remove: (model, path) =>
      model.size < 5 ? put(model, { [name()]: lines(9) }) : put(model, { [path]: null }),
    merge(model, path, other) {
      if (path === other || model.size < 5) return this.create!(model, path, other);
      return put(model, { [path]: null, [other]: [...model.get(other)!, ...model.get(path)!] });
    },
    split(model, path) {
      const text = model.get(path)!;
      const half = text.length >> 1;
      return put(model, { [path]: text.slice(0, half), [name()]: text.slice(half) });
    },
  };
  const often = ['insert', 'delete', 'edit', 'move', 'moveBetween', 'insert', 'edit', 'moveBetween'];
  const all = [...often, ...often, ...Object.keys(kinds)];

  return {
    start: (): Model => new Map(Array.from({ length: 6 }, () => [name(), lines(8 + pick(20))])),
    /** One random change; a short file only grows. */
    mutate(model: Model): Mutation {
      const paths = [...model.keys()];
      const path = paths[pick(paths.length)]!;
      const other = paths[pick(paths.length)]!;
      const kind = model.get(path)!.length < 6 ? 'insert' : all[pick(all.length)]!;
      return { kind, next: kinds[kind]!(model, path, other) };
    },
  };
}

/** The paths whose text differs between two models. */
export function changedPaths(a: Model, b: Model): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].filter((path) => textOf(a, path) !== textOf(b, path));
}

export function textOf(model: Model, path: string): string | null {
  const lines = model.get(path);
  return lines === undefined ? null : lines.map(({ text }) => `${text}\n`).join('');
}
