import type { Candidate } from '../api/types.js';
import { Link } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import { useText } from '../i18n/language.js';

/** Where it may belong, and the lines that speak for it. */
export function Candidates({ candidates }: { candidates: readonly Candidate[] }) {
  const t = useText();
  return (
    <section>
      <h2 className="mb-2 font-medium text-faint text-sm">{t.inbox.candidates}</h2>
      <ul className="space-y-3">
        {candidates.map(({ project, score, evidence }) => (
          <li key={project} className="rounded-xl border border-line px-4 py-3">
            <div className="flex items-center gap-3">
              <Link
                href={fileHref(`projects/${project}`)}
                className="min-w-0 flex-1 truncate font-medium hover:text-accent hover:underline"
              >
                {project}
              </Link>
              <span aria-hidden className="h-1.5 w-20 overflow-hidden rounded-full bg-hover">
                <span className="block h-full rounded-full bg-accent" style={{ width: `${score * 100}%` }} />
              </span>
              <span className="w-10 text-right text-faint text-xs tabular-nums">
                {t.inbox.score(Math.round(score * 100))}
              </span>
            </div>
            <ul className="mt-2 space-y-2 text-sm">
              {evidence.map(({ path, lines, text }) => (
                <li key={path + lines} className="border-line border-l-2 pl-3">
                  <p className="text-soft">{text.replace(/^#+ /, '')}</p>
                  <Link
                    href={fileHref(path, lines)}
                    className="text-faint text-xs hover:text-accent hover:underline"
                  >
                    {path.replace(/^vault\//, '')} · {t.file.lines(lines)}
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
