import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTree } from '../api/queries.js';
import { run } from '../api/run.js';
import type { UpdateStatus } from '../api/types.js';
import { useError } from '../api/use-error.js';
import { navigate } from '../frame/navigation.js';
import { useText } from '../i18n/language.js';
import { buttonClass } from '../ui/button.js';
import { ErrorNotice } from '../ui/notice.js';

/** Moves a filed note to another project, the likeliest first; Rappel learns from it. */
export function MoveTo({ update }: { update: UpdateStatus }) {
  const t = useText();
  const [error, setError] = useError();
  const [isBusy, setBusy] = useState(false);
  const text = update.title ?? '';
  const { data: likely = [] } = useQuery({
    queryKey: ['route', text],
    queryFn: async () => (await run('route', { text })).candidates,
  });
  const isHere = (project: string) =>
    update.files.some((file) => file.startsWith(`vault/projects/${project}/`));
  const folders = useTree().data?.children?.find(({ name }) => name === 'projects')?.children ?? [];
  const all = folders.flatMap(({ name, children }) => (children === null ? [] : [name]));
  const projects = [...new Set([...likely.map(({ project }) => project), ...all])];
  const others = projects.filter((project) => !isHere(project));
  const move = async (project: string) => {
    setBusy(true);
    try {
      const moved = await run('updates/refile', { id: update.id, project });
      navigate(`/activity/${moved.id}`);
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  if (projects.length === 0) return null;
  return (
    <>
      <select
        aria-label={t.activity.moveTo}
        value=""
        disabled={isBusy}
        onChange={({ target }) => move(target.value === NONE ? '' : target.value)}
        className={buttonClass('plain', 'max-w-40 cursor-pointer bg-transparent')}
      >
        <option value="" disabled hidden>
          {t.activity.moveTo}
        </option>
        {others.map((project) => (
          <option key={project} value={project}>
            {project}
          </option>
        ))}
        {projects.some(isHere) && <option value={NONE}>{t.activity.noProject}</option>}
      </select>
      {error !== null && <ErrorNotice error={error} />}
    </>
  );
}

/** No project has such a name. */
const NONE = '/';
