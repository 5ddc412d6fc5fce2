import { type ComponentPropsWithoutRef, startTransition, useContext, useOptimistic } from 'react';
import type { ExtraProps } from 'react-markdown';
import { useText } from '../i18n/language.js';
import { TickContext } from './tick.js';

/** The title of a task in a tasks file. Ticked, the task leaves the file and becomes an entry of the changelog. */
export function TaskHeading({ node, children, ...rest }: ComponentPropsWithoutRef<'h1'> & ExtraProps) {
  const t = useText();
  const tick = useContext(TickContext);
  const line = node?.properties.dataLine;
  const [isDone, setDone] = useOptimistic(false);
  const title = typeof line === 'number' ? (tick?.titleOf(line) ?? '') : '';
  if (tick === null || typeof line !== 'number' || title === '') return <h1 {...rest}>{children}</h1>;
  return (
    <h1 {...rest} className={isDone ? 'text-faint line-through' : undefined}>
      <input
        type="checkbox"
        checked={isDone}
        disabled={isDone}
        aria-label={t.file.finishTask(title)}
        onChange={() => {
          startTransition(async () => {
            setDone(true);
            await tick.finish(line, title);
          });
        }}
        className="mr-2 inline-block size-4 cursor-pointer align-[-1px] accent-accent pointer-coarse:size-5"
      />
      {children}
    </h1>
  );
}
