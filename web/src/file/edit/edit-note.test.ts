import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { insertAt, trackedPlaces, trackPlace } from './edit-note.js';

function begin(doc: string, at: number) {
  const { id, effects } = trackPlace(at);
  const state = EditorState.create({ doc, selection: { anchor: at }, extensions: trackedPlaces });
  return { id, state: state.update({ effects }).state };
}

describe('a picture that is on its way', () => {
  it('lands where it was pasted, whatever is typed before, behind and at that place', () => {
    const { id, state } = begin('one two', 4);
    const typed = state
      .update({ changes: { from: 0, insert: 'zero ' } })
      .state.update({ changes: { from: 9, insert: 'typed ' }, selection: { anchor: 15 } }).state;
    const landed = typed.update(insertAt(typed, id, '![](a.png)')).state;
    expect(landed.doc.toString()).toBe('zero one ![](a.png)typed two');
    // The cursor stays behind what was typed.
    expect(landed.selection.main.head).toBe(25);
    const second = landed.update(insertAt(landed, id, '![](b.png)')).state;
    expect(second.doc.toString()).toBe('zero one ![](a.png)![](b.png)typed two');
  });

  it('takes a cursor along that waits for it', () => {
    const { id, state } = begin('one two', 4);
    const landed = state.update(insertAt(state, id, '![](a.png)')).state;
    expect(landed.selection.main.head).toBe(14);
  });

  it('lands where a text was that was deleted', () => {
    const { id, state } = begin('one two', 7);
    const cut = state.update({ changes: { from: 3, to: 7 } }).state;
    expect(cut.update(insertAt(cut, id, '!')).state.doc.toString()).toBe('one!');
  });
});
