import { type ReactNode, useId, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { INPUT } from './fields.tsx';
import { useFault } from './form.tsx';

interface Choice {
  value: string;
  label: ReactNode;
  /** Searched in addition to the value. */
  words?: string;
}

interface ChoicesFieldProps {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  choices: Choice[];
}

/** Lists with more choices get a search field. */
const FEW = 8;

const comparable = (text: string) => text.normalize().toLowerCase();

/** A list of check boxes, searchable if long. Checked choices stay checked while the search hides them. */
export function ChoicesField({ name, label, hint, choices }: ChoicesFieldProps) {
  const id = useId();
  const fault = useFault(name);
  const list = useRef<HTMLDivElement>(null);
  const [words, setWords] = useState('');
  const [checked, setChecked] = useState<string[]>([]);
  const wanted = comparable(words.trim());
  const isShown = ({ value, words = '' }: Choice) => comparable(`${value} ${words}`).includes(wanted);
  const shown = choices.filter(isShown);
  const clear = () => {
    for (const box of list.current!.querySelectorAll<HTMLInputElement>('input:checked')) box.click();
  };
  return (
    <fieldset className="min-w-0 space-y-1.5" aria-describedby={`${id}-hint`}>
      <legend className="mb-1.5 font-medium">
        {label}{' '}
        <span className="font-normal text-muted">
          ({checked.length} of {choices.length})
        </span>
      </legend>
      <div className="rounded-md border border-line-strong bg-surface">
        {choices.length > FEW && (
          <div className="flex gap-2 border-b border-line p-2">
            <input
              type="search"
              aria-label={`Search in ${name}`}
              placeholder="Search"
              className={INPUT}
              value={words}
              onChange={(event) => setWords(event.target.value)}
              // Enter would submit the form.
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            />
            <Button isSmall disabled={checked.length === 0} onClick={clear}>
              Clear
            </Button>
          </div>
        )}
        <div ref={list} className="grid max-h-56 gap-x-4 overflow-y-auto p-2 sm:grid-cols-2">
          {choices.map((choice) => (
            <label
              key={choice.value}
              className="flex gap-2.5 rounded px-1.5 py-1 hover:bg-sunken"
              hidden={!isShown(choice)}
            >
              <input
                type="checkbox"
                name={name}
                value={choice.value}
                className="mt-0.5 size-4 shrink-0 accent-accent"
                onChange={({ target }) =>
                  setChecked((before) =>
                    target.checked
                      ? [...before, choice.value]
                      : before.filter((value) => value !== choice.value),
                  )
                }
              />
              <span className="min-w-0 wrap-anywhere">{choice.label}</span>
            </label>
          ))}
          {shown.length === 0 && <p className="px-1.5 py-1 text-muted">No results for “{words.trim()}”.</p>}
        </div>
      </div>
      {hint !== undefined && (
        <div id={`${id}-hint`} className="text-[0.8125rem] text-muted">
          {hint}
        </div>
      )}
      {fault !== undefined && (
        <p className="text-[0.8125rem] font-medium text-danger wrap-anywhere">{fault}</p>
      )}
    </fieldset>
  );
}
