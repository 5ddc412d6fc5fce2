import { describe, expect, it } from 'vitest';
import { asksAboutUser, conversationsOfOthers, repliesTo } from './speakers.js';

it.each([
  ['Where do I take yoga classes?', true],
  ['What is my name', true],
  ['Où ai-je mis mes clés ?', true],
  ["Quand m'a-t-il appelé ?", true],
  ['Where does Maya take yoga classes?', false],
  ['Où Maya prend-elle ses cours ?', false],
  ['What is in iOS 18?', false],
])('tells who a question is about: %s', (question, expected) => {
  expect(asksAboutUser(question)).toBe(expected);
});

it.each([
  ['Ann: Where did you go?', 'Bob: To Rome.', true],
  ['Ann: I was in Rome. And you? :)', 'Bob: At home.', true],
  ['Ann: I was in Rome.', 'Bob: At home.', false],
  ['Ann: Where did you go?', 'Ann: I mean in May.', false],
  ['Where did they go?', 'Bob: To Rome.', false],
  ['Ann: Where did you go?', 'They went to Rome.', false],
])('tells a reply to a question of another speaker: %s / %s', (before, text, expected) => {
  expect(repliesTo(before, text)).toBe(expected);
});

describe('conversations of others', () => {
  const talk = (...names: string[]) => [...names, ...names].map((name) => `${name}: hello`);
  const among = (...files: string[][]) => [...conversationsOfOthers(new Map(files.entries()))];

  it('have no speaker in common', () => {
    expect(among(talk('Ann', 'Bob'), talk('Cleo', 'Dan'))).toEqual([0, 1]);
  });

  it('are none where one speaker takes part in nearly all: the user', () => {
    const own = ['Bob', 'Cleo', 'Dan', 'Eve'].map((name) => talk('Ann', name));
    expect(among(...own, talk('Cleo', 'Dan'))).toEqual([]);
    expect(among(...own, talk('Cleo', 'Dan'), talk('Eve', 'Dan'))).toHaveLength(6);
    expect(among(talk('Ann', 'Bob'))).toEqual([]);
  });

  it('are none where a speaker is called user', () => {
    expect(among(talk('Ann', 'Bob'), talk('User', 'Assistant'), talk('Cleo', 'Dan'))).toEqual([]);
  });

  it('are not lists of fields, nor texts with a few of them', () => {
    const fields = ['Budget: 600', 'Deadline: in May', 'Client: Odile'];
    expect(among(fields, ['Place: Nantes', 'Time: noon'])).toEqual([]);
    const few = ['A visit.', 'It was cold.', 'We ate.', 'We left.', ...talk('Note', 'See')];
    expect(among(few, [...few])).toEqual([]);
  });
});
