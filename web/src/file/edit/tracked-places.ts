import { type EditorState, StateEffect, StateField, type TransactionSpec } from '@codemirror/state';

interface Place {
  id: number;
  at: number;
}

const put = StateEffect.define<Place>();

/** Places in a text that is edited meanwhile. Each stays before what is typed at it. */
export const trackedPlaces = StateField.define<readonly Place[]>({
  create: () => [],
  update(places, { changes, effects }) {
    const added = effects.flatMap((effect) => (effect.is(put) ? [effect.value] : []));
    const moved = places
      .filter(({ id }) => added.every((other) => other.id !== id))
      .map(({ id, at }) => ({ id, at: changes.mapPos(at, -1) }));
    return moved.length + added.length === 0 ? places : [...moved, ...added];
  },
});

let last = 0;

/** Remembers a place under a new id. */
export function trackPlace(at: number): { id: number; effects: StateEffect<Place> } {
  const id = ++last;
  return { id, effects: put.of({ id, at }) };
}

/** Inserts a text at a tracked place, which is behind it then. A cursor that waits there goes along; any other stays where it is. */
export function insertAt(state: EditorState, id: number, insert: string): TransactionSpec {
  const { at } = state.field(trackedPlaces).find((place) => place.id === id)!;
  const end = at + insert.length;
  const { main } = state.selection;
  return {
    changes: { from: at, insert },
    effects: put.of({ id, at: end }),
    ...(main.empty && main.head === at && { selection: { anchor: end } }),
    userEvent: 'input.paste',
  };
}
