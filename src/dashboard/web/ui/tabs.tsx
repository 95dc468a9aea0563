import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

interface TabsProps {
  /** What the tabs choose between. */
  name: string;
  tabs: { title: string; content: ReactNode }[];
}

export function Tabs({ name, tabs }: TabsProps) {
  return (
    <Radix.Root defaultValue={tabs[0].title}>
      <Radix.List aria-label={name} className="flex gap-1 overflow-x-auto border-b border-line px-1">
        {tabs.map(({ title }) => (
          <Radix.Trigger
            key={title}
            value={title}
            className="-mb-px border-b-2 border-transparent px-3 py-2 font-medium whitespace-nowrap text-muted outline-offset-[-2px] hover:text-text data-[state=active]:border-accent data-[state=active]:text-text"
          >
            {title}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ title, content }) => (
        <Radix.Content key={title} value={title} tabIndex={-1}>
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
