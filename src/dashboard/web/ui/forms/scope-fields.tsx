import { useQuery } from '@tanstack/react-query';
import { scopesQuery } from '../../api/catalogue.ts';
import type { Scope } from '../../api/schemas.ts';
import { CheckboxFields } from './fields.tsx';

interface ScopeFieldsProps {
  hint?: string;
  /** Whose scopes they are: a client's and its keys' without it. */
  holder?: 'token';
  /** Of all scopes, those to choose from. */
  isOffered: (scope: Scope) => boolean;
  /** Those that are chosen already; undefined: all. */
  held?: readonly Scope['name'][];
}

/** The choice of scopes, as the API lists them; what is held is shown in any case, so that saving takes nothing away unseen. */
export function ScopeFields({ hint, holder, isOffered, held }: ScopeFieldsProps) {
  const { data: scopes = [] } = useQuery(scopesQuery(holder));
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

/** The choice, where it is another one than what is held. */
export function changedScopes<T extends Scope['name']>(
  values: FormData,
  held?: readonly T[],
): T[] | undefined {
  const chosen = values.getAll('scopes') as T[];
  const isSame = chosen.length === held?.length && chosen.every((scope) => held.includes(scope));
  return isSame ? undefined : chosen;
}
