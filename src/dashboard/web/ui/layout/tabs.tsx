import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

interface TabsProps {
  /** What the tabs choose between. */
  name: string;
  /** What the reader has entered stays in tabs that are kept. */
  tabs: { title: string; content: ReactNode; isKept?: boolean }[];
}

/** Radix builds element IDs from these values, so they must not contain spaces. */
const valueOf = (index: number) => `tab-${index}`;

export function Tabs({ name, tabs }: TabsProps) {
  return (
    <Radix.Root defaultValue={valueOf(0)}>
      <Radix.List aria-label={name} className="flex gap-1 overflow-x-auto border-b border-line px-1">
        {tabs.map(({ title }, i) => (
          <Radix.Trigger
            key={title}
            value={valueOf(i)}
            className="-mb-px border-b-2 border-transparent px-3 py-2 font-medium whitespace-nowrap text-muted outline-offset-[-2px] hover:text-text data-[state=active]:border-accent data-[state=active]:text-text"
          >
            {title}
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
