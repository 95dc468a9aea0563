import { useQuery } from '@tanstack/react-query';
import { scopesQuery } from '../../api/catalogue.ts';
import type { Scope } from '../../api/schemas.ts';
import type { FormValues } from './form.tsx';
import { CheckboxFields } from './fields.tsx';

interface ScopeFieldsProps {
  hint?: string;
  /** Whose scopes they are; by default those of a client and its keys. */
  holder?: 'token';
  /** Whether a scope can be chosen. */
  isOffered: (scope: Scope) => boolean;
  /** The scopes that are checked at first; all if undefined. */
  held?: readonly Scope['name'][];
}

/** Check boxes for the API's scopes. Scopes already held are always listed, so that saving never drops one unseen. */
export function ScopeFields({ hint, holder, isOffered, held }: ScopeFieldsProps) {
  const scopes = useQuery(scopesQuery(holder)).data?.data ?? [];
  const listed = scopes.filter((scope) => isOffered(scope) || held?.includes(scope.name));
  const unlisted = held?.filter((held) => !scopes.some(({ name }) => name === held)) ?? [];
  const options = [
    ...listed.map(({ name, title }) => ({ name, hint: `${title}.` })),
    ...unlisted.map((name) => ({ name, hint: undefined })),
  ];
  return (
    <CheckboxFields
      name="scopes"
      label="Scopes"
      hint={hint}
      options={options.map(({ name, hint }) => ({
        value: name,
        label: <span className="font-mono text-[0.8125rem]">{name}</span>,
        hint,
        isChecked: held === undefined || held.includes(name),
      }))}
    />
  );
}

/** Returns the chosen scopes, or undefined if they are the same as those held. */
export function changedScopes<T extends Scope['name']>(
  values: FormValues,
  held?: readonly T[],
): T[] | undefined {
  const chosen = values.getAll('scopes') as T[];
  const isSame = chosen.length === held?.length && chosen.every((scope) => held.includes(scope));
  return isSame ? undefined : chosen;
}
