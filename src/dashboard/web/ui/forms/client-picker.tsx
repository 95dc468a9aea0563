import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronsUpDown } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { clientQuery, clientSearchQuery } from '../../api/clients.ts';
import { useCurrentOrganization } from '../../api/organizations/current-organization.ts';
import { classNames } from '../class-names.ts';
import { INPUT } from './fields.tsx';

interface ClientPickerProps {
  value: string;
  onChange: (clientId: string) => void;
  /** A first entry for all clients together; its value is the empty text. */
  all?: string;
}

interface Choice {
  value: string;
  title: string;
}

/** A text field that finds clients by their names, however many there are, and a list to choose from. */
export function ClientPicker({ value, onChange, all }: ClientPickerProps) {
  const id = useId();
  const [words, setWords] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const [isEntered, setIsEntered] = useState(false);
  const isOpen = words !== null;
  const organizationId = useCurrentOrganization()?.id;
  const { data: client } = useQuery({ ...clientQuery(value), enabled: value !== '' });
  const { data: found, isPlaceholderData: isStale } = useQuery({
    ...clientSearchQuery(organizationId, words?.trim() ?? ''),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });
  const title = value === '' ? (all ?? '') : (client?.name ?? value);
  const choices: Choice[] = (found?.data ?? []).map(({ client_id, name }) => ({
    value: client_id,
    title: name,
  }));
  if (all !== undefined && !words?.trim()) choices.unshift({ value: '', title: all });

  const open = () => setWords((before) => before ?? '');
  const close = () => {
    setWords(null);
    setIsEntered(false);
  };
  const choose = (choice: Choice | undefined) => {
    if (choice === undefined) return;
    close();
    onChange(choice.value);
  };
  // Enter waits for the clients that match what was typed: those of before are still listed.
  useEffect(() => {
    if (!isEntered || isStale || found === undefined) return;
    setIsEntered(false);
    choose(choices[active]);
  }, [isEntered, isStale, found]);
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
        Client
      </label>
      <div className="relative">
        <input
          id={id}
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-list` : undefined}
          aria-activedescendant={isOpen && active < choices.length ? `${id}-${active}` : undefined}
          className={`${INPUT} truncate pr-8`}
          value={words ?? title}
          placeholder={isOpen ? title : undefined}
          onClick={open}
          onChange={(event) => {
            setWords(event.target.value);
            setActive(0);
            setIsEntered(false);
          }}
          onKeyDown={press}
        />
        <ChevronsUpDown
          aria-hidden
          className="pointer-events-none absolute top-2.5 right-2.5 size-4 text-muted"
        />
        {isOpen && (
          <div className="absolute inset-x-0 top-full z-30 mt-1 min-w-56 rounded-lg border border-line bg-surface p-1 shadow-raised">
            <ul id={`${id}-list`} role="listbox" aria-label="Clients" className="max-h-72 overflow-y-auto">
              {choices.map((choice, i) => (
                <li
                  key={choice.value}
                  id={`${id}-${i}`}
                  role="option"
                  aria-selected={choice.value === value}
                  ref={(element) => {
                    if (i === active) element?.scrollIntoView({ block: 'nearest' });
                  }}
                  // The field keeps the focus, which would otherwise close the list before the click.
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
                </li>
              ))}
            </ul>
            <p role="status" className="px-2.5 text-[0.8125rem] text-muted not-empty:py-1.5">
              {found !== undefined && noteOf(choices.length, found.next_cursor !== null)}
            </p>
          </div>
        )}
      </div>
    </div>
  );
}

function noteOf(count: number, hasMore: boolean): string {
  if (count === 0) return 'No matching clients';
  return hasMore ? 'Type part of a name to find more.' : '';
}
