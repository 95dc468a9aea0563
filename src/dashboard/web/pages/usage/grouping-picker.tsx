import { ToggleGroup } from 'radix-ui';
import { type Grouping, GROUPINGS } from './usage-groups.ts';

export function GroupingPicker({
  value,
  onChange,
}: {
  value: Grouping;
  onChange: (grouping: Grouping) => void;
}) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label="Group by"
      value={value}
      onValueChange={(chosen) => chosen !== '' && onChange(chosen as Grouping)}
      className="inline-flex flex-wrap rounded-md border border-line p-0.5"
    >
      {Object.entries(GROUPINGS).map(([grouping, title]) => (
        <ToggleGroup.Item
          key={grouping}
          value={grouping}
          className="min-h-7 rounded px-2.5 text-[0.8125rem] font-medium text-muted hover:text-text data-[state=on]:bg-accent-soft data-[state=on]:text-accent"
        >
          {title}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
