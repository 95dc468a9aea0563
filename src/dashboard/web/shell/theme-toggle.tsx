import { Monitor, Moon, Sun } from 'lucide-react';
import { ToggleGroup } from 'radix-ui';
import { useStore } from '../api/transport/store.ts';
import { chooseTheme, theme, type Theme } from './theme.ts';

const CHOICES = [
  { value: 'system', title: 'System theme', Icon: Monitor },
  { value: 'light', title: 'Light theme', Icon: Sun },
  { value: 'dark', title: 'Dark theme', Icon: Moon },
] as const;

export function ThemeToggle() {
  const chosen = useStore(theme);
  return (
    <ToggleGroup.Root
      type="single"
      aria-label="Theme"
      value={chosen}
      onValueChange={(value) => value !== '' && chooseTheme(value as Theme)}
      className="inline-flex rounded-md border border-line p-0.5"
    >
      {CHOICES.map(({ value, title, Icon }) => (
        <ToggleGroup.Item
          key={value}
          value={value}
          aria-label={title}
          title={title}
          className="flex h-7 w-9 items-center justify-center rounded text-muted hover:text-text data-[state=on]:bg-accent-soft data-[state=on]:text-accent"
        >
          <Icon aria-hidden className="size-4" />
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
