import { useQuery } from '@tanstack/react-query';
import { blocksOf } from '../activity/answer-blocks.js';
import { api } from '../api/client.js';
import { Link } from '../frame/navigation.js';
import { fileHref, type LineRange } from '../frame/route.js';
import { useText } from '../i18n/language.js';
import { buttonClass } from '../ui/button.js';
import { noonOf } from '../ui/day.js';
import { Loading } from '../ui/loading.js';
import { ErrorNotice, Notice } from '../ui/notice.js';
import { Time } from '../ui/time.js';
import { Breadcrumb } from './breadcrumb.js';
import { TextFile } from './text-file.js';

interface PastFileProps {
  path: string;
  day: string;
  range: LineRange | null;
  visit: number;
}

/** A file as it was at the end of a day. */
export function PastFile({ path, day, range, visit }: PastFileProps) {
  const t = useText();
  const { data: text, error } = useQuery({
    queryKey: ['past', day, path],
    queryFn: () => readPast(path, day),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      <header className="mb-6 border-line border-b pb-3">
        <Breadcrumb path={path} />
      </header>
      <div className="mb-4">
        <Notice title={t.file.asOf}>
          <p className="flex flex-wrap items-center gap-3">
            <Time at={noonOf(day).getTime()} style="day" />
            <Link href={fileHref(path)} className={buttonClass('outline')}>
              {t.file.showToday}
            </Link>
          </p>
        </Notice>
      </div>
      {error !== null && <ErrorNotice error={error} />}
      {text === undefined && error === null && <Loading />}
      {text !== undefined && (
        <TextFile
          path={path}
          text={text}
          raw={false}
          range={range}
          anchor={null}
          visit={visit}
          outline={false}
        />
      )}
    </>
  );
}

async function readPast(path: string, day: string): Promise<string> {
  const calls = [{ tool: 'read', input: { paths: `vault/${path}`, as_of: day } }];
  const { outcomes } = await (await api.calls.$post({ json: { calls } })).json();
  const [outcome] = outcomes;
  if (outcome === undefined || !outcome.ok) throw new Error(outcome?.error.message ?? '');
  const [block] = blocksOf({ text: outcome.result.text, overview: '' }).blocks;
  return block?.parts.map((part) => part.text).join('\n') ?? '';
}
