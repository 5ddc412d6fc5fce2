import { useQueryClient } from '@tanstack/react-query';
import { CAPTURE } from '../api/queries.js';
import { run as runOperation } from '../api/run.js';
import type { Capture } from '../api/types.js';
import { usePanels } from '../i18n/panels.js';
import { Select } from '../settings/panel.js';
import { useAction } from '../settings/use-action.js';
import { ErrorNotice } from '../ui/notice.js';

/** Keeps, pauses or turns off the sessions of a project, or of all where it is null. */
export function ModeSelect({ project, mode }: { project: string | null; mode: Capture['mode'] }) {
  const t = usePanels().sessions;
  const queries = useQueryClient();
  const { busy, error, run } = useAction();
  const choose = (chosen: Capture['mode']) =>
    run(async () => {
      await runOperation('capture/mode', { project, mode: chosen });
      await queries.invalidateQueries({ queryKey: CAPTURE });
    });
  return (
    <div>
      <Select
        label={project === null ? t.all : t.keep(project)}
        value={mode}
        options={[
          ['on', t.modes.on],
          ['paused', t.modes.paused],
          ['off', t.modes.off],
        ]}
        disabled={busy}
        onChoose={(value) => void choose(value as Capture['mode'])}
      />
      {error !== null && <ErrorNotice error={error} />}
    </div>
  );
}
