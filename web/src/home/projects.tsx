import { useState } from 'react';
import type { Home } from '../api/types.js';
import { Link } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import { useLanguage, useText } from '../i18n/language.js';
import { Button } from '../ui/button.js';
import { shortDay } from '../ui/day.js';
import { Section } from './section.js';

const SHOWN = 6;

/** Each project with the first line of its state or description, and its next date. */
export function Projects({ home }: { home: Home }) {
  const t = useText();
  const [all, setAll] = useState(false);
  if (home.projects.length === 0) return null;
  const shown = all ? home.projects : home.projects.slice(0, SHOWN);
  return (
    <Section title={t.home.projects} more={{ href: fileHref('projects'), label: t.home.allProjects }}>
      <ul className="grid gap-3 sm:grid-cols-2">
        {shown.map((project) => (
          <li key={project.name}>
            <ProjectCard project={project} today={home.today} />
          </li>
        ))}
      </ul>
      {home.projects.length > shown.length && (
        <Button className="-ml-2.5 mt-1" onClick={() => setAll(true)}>
          {t.home.moreProjects(home.projects.length - shown.length)}
        </Button>
      )}
    </Section>
  );
}

function ProjectCard({ project, today }: { project: Home['projects'][number]; today: string }) {
  const language = useLanguage();
  const { name, path, status, next } = project;
  return (
    <div className="h-full rounded-xl border border-line bg-raised px-4 py-3">
      <Link href={fileHref(path)} className="font-medium hover:text-accent hover:underline">
        {name}
      </Link>
      {status !== null && <p className="mt-0.5 line-clamp-2 text-sm text-soft">{status}</p>}
      {next !== null && (
        <p className="mt-1 truncate text-faint text-sm">
          <Link href={fileHref(next.path, String(next.line))} className="hover:text-accent hover:underline">
            <time dateTime={next.day} className="font-medium">
              {shortDay(next.day, today, language)}
            </time>{' '}
            {withoutDay(next.text, next.day)}
          </Link>
        </p>
      )}
    </div>
  );
}

/** `2025-07-21: launch`: the day is shown before it. */
function withoutDay(text: string, day: string): string {
  return text.startsWith(day) ? text.slice(day.length).replace(/^\s*[:,–-]\s*/, '') : text;
}
