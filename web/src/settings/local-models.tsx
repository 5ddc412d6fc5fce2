import { useState } from 'react';
import { run as runOperation } from '../api/run.js';
import { usePanels } from '../i18n/panels.js';
import { Button } from '../ui/button.js';
import { ErrorNotice } from '../ui/notice.js';
import { useAction } from './use-action.js';

interface FoundModel {
  server: string;
  url: string;
  model: string;
}

/** Models that other programs serve on this machine; asked for only when wanted. */
export function LocalModels({ onChoose }: { onChoose(model: FoundModel): void }) {
  const t = usePanels().model;
  const { busy, error, run } = useAction();
  const [found, setFound] = useState<FoundModel[] | null>(null);
  const find = () =>
    run(async () => {
      const { servers } = await runOperation('settings/local-models');
      setFound(
        servers.flatMap(({ name, baseUrl, models }) =>
          models.map((model) => ({ server: name, url: baseUrl, model })),
        ),
      );
    });
  return (
    <div className="space-y-2">
      <Button look="outline" disabled={busy} onClick={() => void find()}>
        {t.find}
      </Button>
      {error !== null && <ErrorNotice error={error} />}
      <div role="status">
        {found !== null && found.length === 0 && <p className="text-soft">{t.foundNone}</p>}
      </div>
      {found !== null && found.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-soft">{t.found}</span>
          {found.map((model) => (
            <Button key={model.url + model.model} look="outline" onClick={() => onChoose(model)}>
              {model.model} ({model.server})
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
