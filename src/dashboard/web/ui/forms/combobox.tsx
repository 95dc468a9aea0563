import type { LucideIcon } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { classNames } from '../class-names.ts';
import { INPUT } from './fields.tsx';

export interface Choice {
  value: string;
  title: string;
  /** Distinguishes it from choices with the same title. */
  detail?: string;
}

interface ComboboxProps {
  label: string;
  /** What the list contains, in the plural. */
  things: string;
  icon: LucideIcon;
  /** The value of the selected choice, and its title. */
  value: string;
  title: string;
  /** The typed text; null while the list is closed. */
  words: string | null;
  onType: (words: string | null) => void;
  choices: readonly Choice[];
  /** Whether the choices don't match the typed text yet. */
  isStale: boolean;
  /** A message about the choices; may be empty. */
  note: string;
  onChoose: (choice: Choice) => void;
}

/** A text field that searches as the user types, with a list of results to choose from. */
export function Combobox({
  label,
  things,
  icon: Icon,
  value,
  title,
  words,
  onType,
  choices,
  isStale,
  note,
  onChoose,
}: ComboboxProps) {
  const id = useId();
  const [active, setActive] = useState(0);
  const [isEntered, setIsEntered] = useState(false);
  const isOpen = words !== null;

  const open = () => onType(words ?? '');
  const close = () => {
    onType(null);
    setIsEntered(false);
  };
  const choose = (choice: Choice | undefined) => {
    if (choice === undefined) return;
    close();
    onChoose(choice);
  };
  // Enter waits until the choices match the typed text, since the list may still show earlier results.
  useEffect(() => {
    if (!isEntered || isStale) return;
    setIsEntered(false);
    choose(choices[active]);
  }, [isEntered, isStale]);
  const keys: Record<string, () => void> = {
    ArrowDown: () => (isOpen ? setActive(Math.min(choices.length - 1, active + 1)) : open()),
    ArrowUp: () => setActive(Math.max(0, active - 1)),
    Enter: () => (isOpen ? setIsEntered(true) : open()),
    Escape: close,
  };
  const press = (event: KeyboardEvent) => {
    const act = keys[event.key];
    if (act === undefined || (event.key === 'Escape' && !isOpen)) return;
    event.preventDefault();
    act();
  };
  return (
    <div className="min-w-0" onBlur={close}>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-list` : undefined}
          aria-activedescendant={isOpen && active < choices.length ? `${id}-${active}` : undefined}
          className={`${INPUT} truncate pr-8`}
          value={words ?? title}
          placeholder={isOpen ? title : undefined}
          onClick={open}
          onChange={(event) => {
            onType(event.target.value);
            setActive(0);
            setIsEntered(false);
          }}
          onKeyDown={press}
        />
        <Icon aria-hidden className="pointer-events-none absolute top-2.5 right-2.5 size-4 text-muted" />
        {isOpen && (
          <div className="absolute inset-x-0 top-full z-30 mt-1 min-w-56 rounded-lg border border-line bg-surface p-1 shadow-raised">
            <ul id={`${id}-list`} role="listbox" aria-label={things} className="max-h-72 overflow-y-auto">
              {choices.map((choice, i) => (
                <li
                  key={choice.value}
                  id={`${id}-${i}`}
                  role="option"
                  aria-selected={choice.value === value}
                  ref={(element) => {
                    if (i === active) element?.scrollIntoView({ block: 'nearest' });
                  }}
                  // Keeps the focus in the field; losing it would close the list before the click.
                  onPointerDown={(event) => event.preventDefault()}
                  onPointerMove={() => setActive(i)}
                  onClick={() => choose(choice)}
                  className={classNames(
                    'cursor-pointer rounded-md px-2.5 py-1.5 wrap-anywhere',
                    i === active && 'bg-sunken',
                    choice.value === value && 'font-medium text-accent',
                  )}
                >
                  {choice.title}
                  {choice.detail !== undefined && (
                    <span className="block text-[0.8125rem] text-muted">{choice.detail}</span>
                  )}
                </li>
              ))}
            </ul>
            <p role="status" className="px-2.5 text-[0.8125rem] text-muted not-empty:py-1.5">
              {note}
            </p>
          </div>
        )}
      </div>
    </div>
  );
}
