import { Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

interface MenuItem {
  title: string;
  onSelect: () => void;
  isDangerous?: boolean;
}

interface MenuProps {
  /** Accessible label. */
  name: string;
  items: MenuItem[];
  /** Replaces the three dots. */
  trigger?: ReactNode;
}

/** Not modal: a modal menu injects a style element, which the content security policy blocks. */
export function Menu({ name, items, trigger }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        aria-label={name}
        className={classNames(
          'inline-flex items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-text',
          trigger === undefined && 'size-8',
        )}
      >
        {trigger ?? <Ellipsis aria-hidden className="size-4" />}
      </DropdownMenu.Trigger>
      {/* Inside the main element, so that it belongs to a landmark. */}
      <DropdownMenu.Portal container={document.getElementById('main')}>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          className="z-40 min-w-44 rounded-lg border border-line bg-surface p-1 shadow-raised"
        >
          {items.map(({ title, onSelect, isDangerous }) => (
            <DropdownMenu.Item
              key={title}
              onSelect={onSelect}
              className={classNames(
                'cursor-pointer rounded-md px-2.5 py-1.5 outline-none data-highlighted:bg-sunken',
                isDangerous && 'text-danger',
              )}
            >
              {title}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
