import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

interface TabsProps {
  /** What the tabs choose between. */
  name: string;
  tabs: Tab[];
  /** The index of the open tab; without it, the tabs keep it themselves. */
  open?: number;
  onOpen?: (index: number) => void;
}

interface Tab {
  title: string;
  /** How many things the tab lists; undefined until it is known. */
  count?: number;
  content: ReactNode;
  /** Keeps what the reader has entered in the tab. */
  isKept?: boolean;
}

/** Radix builds element IDs from these values, so they must not contain spaces. */
const valueOf = (index: number) => `tab-${index}`;

export function Tabs({ name, tabs, open, onOpen }: TabsProps) {
  return (
    <Radix.Root
      defaultValue={valueOf(0)}
      value={open === undefined ? undefined : valueOf(open)}
      onValueChange={(value) => onOpen?.(tabs.findIndex((_, i) => valueOf(i) === value))}
    >
      <Radix.List aria-label={name} className="flex gap-1 overflow-x-auto border-b border-line px-1">
        {tabs.map((tab, i) => (
          <Radix.Trigger
            key={tab.title}
            value={valueOf(i)}
            className="-mb-px border-b-2 border-transparent px-3 py-2 font-medium whitespace-nowrap text-muted outline-offset-[-2px] hover:text-text data-[state=active]:border-accent data-[state=active]:text-text"
          >
            {tab.title}
            {/* As wide before the count is known, so that nothing moves. */}
            {'count' in tab && (
              <span className="ml-1.5 inline-block min-w-[2ch] text-left font-normal text-muted tabular-nums">
                {tab.count?.toLocaleString()}
              </span>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ title, content, isKept }, i) => (
        <Radix.Content
          key={title}
          value={valueOf(i)}
          tabIndex={-1}
          forceMount={isKept || undefined}
          className="data-[state=inactive]:hidden"
        >
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
