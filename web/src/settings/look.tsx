import { useQueryClient } from '@tanstack/react-query';
import { run as runOperation } from '../api/run.js';
import type { Settings } from '../api/types.js';
import { LANGUAGES, LanguageChoices, ThemeChoices } from '../frame/look-choices.js';
import { usePanels } from '../i18n/panels.js';
import { Choices } from '../ui/choices.js';
import { ErrorNotice } from '../ui/notice.js';
import { PanelBody } from './panel.js';
import { useAction } from './use-action.js';

/** The page in this browser, and the program on its machine. */
export function Look({ settings: { language, can_change } }: { settings: Settings }) {
  const panels = usePanels().look;
  const queries = useQueryClient();
  const { error, run } = useAction();
  return (
    <section id="language" aria-label={panels.title} className="mt-8 scroll-mt-16">
      <h2 className="mb-3 font-semibold">{panels.title}</h2>
      <div className="rounded-2xl border border-line">
        <PanelBody>
          <div className="grid gap-4 sm:grid-cols-2">
            <LanguageChoices name={panels.page} />
            {can_change && (
              <Choices
                name={panels.program}
                chosen={language}
                onChoose={(choice) =>
                  void run(async () => {
                    await runOperation('settings/save-language', { language: choice });
                    await queries.invalidateQueries({ queryKey: ['settings'] });
                  })
                }
                options={LANGUAGES}
              />
            )}
            <ThemeChoices />
          </div>
          {error !== null && <ErrorNotice error={error} />}
        </PanelBody>
      </div>
    </section>
  );
}
