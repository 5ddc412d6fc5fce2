import { useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client.js';
import { useStore } from '../api/store.js';
import type { Settings } from '../api/types.js';
import { useApp } from '../frame/app-context.js';
import { useText } from '../i18n/language.js';
import { usePanels } from '../i18n/panels.js';
import { Choices } from '../ui/choices.js';
import { ErrorNotice } from '../ui/notice.js';
import { PanelBody } from './panel.js';
import { useAction } from './use-action.js';

const LANGUAGES = [
  ['en', 'English'],
  ['fr', 'Français'],
] as const;

/** The page in this browser, and the program on its machine. */
export function Look({ settings: { language, can_change } }: { settings: Settings }) {
  const t = useText();
  const panels = usePanels().look;
  const app = useApp();
  const queries = useQueryClient();
  const { error, run } = useAction();
  const chosen = useStore(app.language);
  const theme = useStore(app.theme);
  return (
    <section id="language" aria-label={panels.title} className="mt-8 scroll-mt-16">
      <h2 className="mb-3 font-semibold">{panels.title}</h2>
      <div className="rounded-2xl border border-line">
        <PanelBody>
          <div className="grid gap-4 sm:grid-cols-2">
            <Choices
              name={panels.page}
              chosen={chosen}
              onChoose={(choice) => app.language.set(choice)}
              options={LANGUAGES}
            />
            {can_change && (
              <Choices
                name={panels.program}
                chosen={language}
                onChoose={(choice) =>
                  void run(async () => {
                    await api.settings.language.$put({ json: { language: choice } });
                    await queries.invalidateQueries({ queryKey: ['settings'] });
                  })
                }
                options={LANGUAGES}
              />
            )}
            <Choices
              name={panels.theme}
              chosen={theme}
              onChoose={(choice) => app.theme.set(choice)}
              options={[
                ['system', t.settings.system],
                ['light', t.settings.light],
                ['dark', t.settings.dark],
              ]}
            />
          </div>
          {error !== null && <ErrorNotice error={error} />}
        </PanelBody>
      </div>
    </section>
  );
}
