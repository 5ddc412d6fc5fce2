import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement, type FunctionComponent, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { AnsweredInstead } from '../activity/update-view.js';
import { CAPTURE } from '../api/queries.js';
import { createStore } from '../api/store.js';
import { MissingFile } from '../file/file-view.js';
import { AppContext, type AppParts } from '../frame/app-context.js';
import { en } from '../i18n/en.js';
import { panelsEn } from '../i18n/panels-en.js';
import { ImportView } from '../import/import-view.js';
import { SessionsView } from '../sessions/sessions-view.js';
import { Allowed } from './allowed.js';

beforeAll(() => void vi.stubGlobal('navigator', { languages: ['en'] }));
afterAll(() => void vi.unstubAllGlobals());

const SESSION = {
  id: 's1',
  project: 'boat',
  client: 'codex',
  started: '2026-11-16T08:00',
  turns: 2,
  title: 'Mast',
};
const ANSWER = { question: 'Where is the kettle?', text: '', overview: '', files: [], stages: [] };

/** What the page has heard already, for someone with this role. */
const heard = (role: string): [readonly unknown[], unknown][] => [
  [['session'], { needed: true, open: true, role }],
  [['settings'], { can_change: role === 'owner' }],
  [
    ['history', 'list', 'gone.md'],
    [{ id: 'h2' }, { id: 'h1' }],
  ],
  [
    CAPTURE,
    {
      mode: 'on',
      projects: {},
      sessions: [{ ...SESSION, file: null, filed: [], question: null }],
      shown_tokens: {},
    },
  ],
];

function shown(element: ReactElement, role: string): string {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  for (const [key, value] of heard(role)) queries.setQueryData(key, value);
  const live = { connection: createStore('open'), progress: createStore(null) };
  const app = { language: createStore('en'), incoming: createStore(null), live } as unknown as AppParts;
  return renderToStaticMarkup(
    createElement(
      QueryClientProvider,
      { client: queries },
      createElement(AppContext.Provider, { value: app }, element),
    ),
  );
}

/** As the page shows it. */
function ImportByAddress() {
  return createElement(Allowed, { to: 'write' } as never, createElement(ImportView));
}

const make = <Props extends object>(component: FunctionComponent<Props>, props: Props) =>
  createElement(component, props);

it.each<[string, ReactElement, string[], string]>([
  ['the page of a missing file', make(MissingFile, { path: 'gone.md' }), [en.file.restore], en.file.history],
  [
    'a question that was written as a note',
    make(AnsweredInstead, { answer: ANSWER as never }),
    [en.activity.keepAsNote],
    en.activity.answeredInstead,
  ],
  [
    'sessions of assistants',
    make(SessionsView, {}),
    [panelsEn.sessions.removeShort, panelsEn.sessions.modes.paused],
    'Mast',
  ],
  ['the import, opened by its address', make(ImportByAddress, {}), [panelsEn.import.choose], en.lost.home],
])('a reader is shown no control that would be refused: %s', (_, element, controls, rest) => {
  const [reader, owner] = [shown(element, 'reader'), shown(element, 'owner')];
  for (const control of controls) {
    expect(owner).toContain(control);
    expect(reader).not.toContain(control);
  }
  expect(reader).toContain(rest);
});
