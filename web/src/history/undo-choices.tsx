import { useState } from 'react';
import type { ApiError } from '../api/send.js';
import { Link } from '../frame/navigation.js';
import { useText } from '../i18n/language.js';
import { Button } from '../ui/button.js';
import { Choices } from '../ui/choices.js';
import { Notice } from '../ui/notice.js';
import { Side, shorten } from './undo-preview.js';

/** By the id of a changed unit, or by the path of a file. */
export type ChosenItems = Record<string, 'keep' | 'take'>;

export interface UndoChoicesProps {
  obstacles: Obstacles;
  /** What happens to an item that is not kept: undo, or redo. */
  verb: string;
  onApply(choices: ChosenItems): void;
}

type Obstacles = NonNullable<NonNullable<ApiError['data']>['obstacles']>;
type Unit = NonNullable<Obstacles[number]['units']>[number];

/** Lists each item that was changed since, and asks what becomes of it; one that is not chosen is kept. */
export function UndoChoices({ obstacles, verb, onApply }: UndoChoicesProps) {
  const t = useText();
  const [chosen, setChosen] = useState<ChosenItems>({});
  const items = withPlaces(obstacles.flatMap(itemsOf));
  const apply = () =>
    onApply(Object.fromEntries(items.map(({ key, place }) => [key, chosen[place] ?? 'keep'])));
  return (
    <Notice tone="bad" title={t.history.refused}>
      <p className="text-soft">{t.history.refusedHint}</p>
      <ul className="my-3 space-y-4">
        {items.map(({ place, path, reason, unit }) => (
          <li key={place}>
            <Choices
              name={<ItemName path={path} heading={unit?.headings.at(-1)} />}
              chosen={chosen[place] ?? 'keep'}
              onChoose={(choice) => setChosen({ ...chosen, [place]: choice })}
              options={[['keep', t.history.keep], ...(isBlocked(reason) ? [] : [['take', verb] as const])]}
            >
              {unit === undefined ? (
                <p className="mb-1 text-soft">{t.history.refusals[reason]}</p>
              ) : (
                <UnitVersions unit={unit} />
              )}
            </Choices>
          </li>
        ))}
      </ul>
      <Button look="outline" onClick={apply}>
        {t.history.apply}
      </Button>
    </Notice>
  );
}

interface Item extends Omit<Obstacles[number], 'units'> {
  key: string;
  unit?: Unit;
}

function itemsOf({ path, reason, units }: Obstacles[number]): Item[] {
  return units?.map((unit) => ({ key: unit.id, path, reason, unit })) ?? [{ key: path, path, reason }];
}

/** What stays the same when an item is changed once more while the person chooses: the choice stays too. */
function withPlaces(items: readonly Item[]): (Item & { place: string })[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const place = JSON.stringify([item.path, item.unit?.headings, item.unit?.base]);
    const count = seen.get(place) ?? 0;
    seen.set(place, count + 1);
    return { ...item, place: `${place} ${count}` };
  });
}

/** Something else has its place: it can only be kept. */
function isBlocked(reason: Obstacles[number]['reason']): boolean {
  return reason === 'folder' || reason === 'replaced';
}

/** Leads to what came later. */
function ItemName({ path, heading }: { path: string; heading?: string | undefined }) {
  return (
    <span className="break-words text-ink text-sm">
      <Link
        href={`/history?path=${encodeURIComponent(shorten(path))}`}
        className="underline decoration-line underline-offset-2 hover:decoration-current"
      >
        {shorten(path)}
      </Link>
      {heading !== undefined && ` › ${heading.replace(/^#+\s*/, '')}`}
    </span>
  );
}

function UnitVersions({ unit: { base, ours, theirs } }: { unit: Unit }) {
  const t = useText();
  return (
    <div className="mb-1 border-line border-l-2 pl-2 text-ink">
      {base !== null && <Side label={t.history.was} text={base} />}
      <Side label={t.history.now} text={ours ?? t.history.removed} />
      <Side label={t.history.wouldBe} text={theirs ?? t.history.removed} />
    </div>
  );
}
