import { useState } from 'react';
import type { Home } from '../api/types.js';
import { Link } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import { useLanguage, useText } from '../i18n/language.js';
import { Button } from '../ui/button.js';
import { dayAfter, shortDay } from '../ui/day.js';
import { groupBy } from '../ui/group-by.js';
import { Section } from './section.js';

type Task = Home['tasks'][number];

const SHOWN = 8;

/** The open tasks, by when they are due. */
export function Tasks({ home }: { home: Home }) {
  const t = useText();
  const [all, setAll] = useState(false);
  if (home.tasks.length === 0) return null;
  const shown = all ? home.tasks : home.tasks.slice(0, SHOWN);
  const groups = groupBy(shown, (task) => dueIn(task, home.today));
  return (
    <Section id="tasks" title={t.home.tasks(home.openTasks)}>
      <div className="space-y-3">
        {groups.map(([due, tasks]) => (
          <div key={due}>
            <h3 className={`text-sm ${due === 'overdue' ? 'font-medium text-bad' : 'text-faint'}`}>
              {t.home.due[due]}
            </h3>
            <ul className="-mx-3">
              {tasks.map((task) => (
                <li key={`${task.path} ${task.line}`}>
                  <TaskRow task={task} today={home.today} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      {home.tasks.length > shown.length && (
        <Button className="-ml-2.5 mt-1" onClick={() => setAll(true)}>
          {t.home.allTasks(home.tasks.length)}
        </Button>
      )}
    </Section>
  );
}

type Due = 'overdue' | 'today' | 'week' | 'later' | 'open' | 'paused';

function dueIn({ deadline, isPaused }: Task, today: string): Due {
  if (isPaused) return 'paused';
  if (deadline === null) return 'open';
  if (deadline < today) return 'overdue';
  if (deadline === today) return 'today';
  return deadline <= dayAfter(today, 7) ? 'week' : 'later';
}

function TaskRow({ task, today }: { task: Task; today: string }) {
  const t = useText();
  const language = useLanguage();
  const { title, path, line, project, deadline, isStarted, priority } = task;
  const notes = [project, isStarted ? t.home.started : null, priority === 0 ? t.home.urgent : null];
  return (
    <Link
      href={fileHref(path, String(line))}
      className="flex items-baseline gap-3 rounded-lg px-3 py-1.5 hover:bg-panel"
    >
      <span className="min-w-0 flex-1">
        {title}{' '}
        <span className="inline-block text-faint text-sm">
          {notes.filter((note) => note !== null).join(' · ')}
        </span>
      </span>
      {deadline !== null && (
        <time dateTime={deadline} className="shrink-0 text-sm text-soft">
          {shortDay(deadline, today, language)}
        </time>
      )}
    </Link>
  );
}
