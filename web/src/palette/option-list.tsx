import { CornerDownLeft, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { groupBy } from '../ui/group-by.js';

export interface Option {
  key: string;
  /** The heading it stands under. */
  group: string;
  icon: LucideIcon;
  content: ReactNode;
  run(): void;
}

interface OptionListProps {
  id: string;
  label: string;
  options: readonly Option[];
  chosen: number;
  onChoose(index: number): void;
}

/** What can be chosen, as a list that the field above moves through. Options of a group follow each other. */
export function OptionList({ id, label, options, chosen, onChoose }: OptionListProps) {
  const groups = groupBy(
    options.map((option, index) => ({ option, index })),
    ({ option }) => option.group,
  );
  return (
    <div id={id} role="listbox" aria-label={label}>
      {groups.map(([group, members]) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be inside a listbox
        <div key={group} role="group" aria-label={group} className="pb-1">
          <p aria-hidden className="px-3 pt-2 pb-1 font-medium text-faint text-xs">
            {group}
          </p>
          {members.map(({ option, index }) => (
            <Row
              key={option.key}
              id={`${id}-${index}`}
              option={option}
              isChosen={index === chosen}
              onChoose={() => onChoose(index)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface RowProps {
  id: string;
  option: Option;
  isChosen: boolean;
  onChoose(): void;
}

function Row({ id, option: { icon: Icon, content, run }, isChosen, onChoose }: RowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      onClick={run}
      onPointerMove={onChoose}
      className={`flex cursor-pointer items-start gap-3 rounded-lg px-3 py-2 text-sm pointer-coarse:py-2.5 ${isChosen ? 'bg-hover' : ''}`}
    >
      <Icon aria-hidden size={15} className="mt-0.5 shrink-0 text-faint" />
      <div className="min-w-0 flex-1">{content}</div>
      {isChosen && <CornerDownLeft aria-hidden size={14} className="mt-0.5 shrink-0 text-faint" />}
    </div>
  );
}
