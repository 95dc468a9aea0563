import { useEffect, useState } from 'react';
import type { Field } from '../../../api/schemas.ts';
import { useFault } from '../../../ui/forms/form.tsx';
import { metricFormat } from '../charts/metric-format.ts';

interface FieldChoicesProps {
  name: string;
  catalogue: Field[];
  /** Called after check boxes have changed; a heading changes many at once. */
  onChange: () => void;
}

/** Check boxes for the weather fields, grouped by category. Each heading toggles its whole group. */
export function FieldChoices({ name, catalogue, onChange }: FieldChoicesProps) {
  const fault = useFault(name);
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  useEffect(onChange, [checked]);
  const set = (names: string[], isChecked: boolean) => {
    const next = new Set(checked);
    for (const one of names) {
      if (isChecked) next.add(one);
      else next.delete(one);
    }
    setChecked(next);
  };
  const groups = Object.entries(Object.groupBy(catalogue, ({ group }) => group));
  return (
    <div className="space-y-4">
      {groups.map(([group, fields = []]) => {
        const names = fields.map((field) => field.name);
        const count = names.filter((one) => checked.has(one)).length;
        return (
          <fieldset key={group}>
            <legend className="mb-1 font-medium">
              <label className="flex items-center gap-2.5">
                <input
                  type="checkbox"
                  aria-label={`All of ${group}`}
                  className="size-4 shrink-0 accent-accent"
                  checked={count === names.length}
                  ref={(box) => {
                    if (box !== null) box.indeterminate = count > 0 && count < names.length;
                  }}
                  onChange={({ target }) => set(names, target.checked)}
                />
                {group}
              </label>
            </legend>
            <div className="grid gap-x-4 pl-6.5 sm:grid-cols-2">
              {fields.map((field) => (
                <label key={field.name} className="flex gap-2.5 py-1" title={field.description}>
                  <input
                    type="checkbox"
                    name={name}
                    value={field.name}
                    className="mt-0.5 size-4 shrink-0 accent-accent"
                    checked={checked.has(field.name)}
                    onChange={({ target }) => set([field.name], target.checked)}
                  />
                  <span className="min-w-0">
                    {field.title} <Unit field={field} />
                    <span className="block font-mono text-[0.8125rem] wrap-anywhere text-muted">
                      {field.name}
                    </span>
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
        );
      })}
      {fault !== undefined && (
        <p className="text-[0.8125rem] font-medium text-danger wrap-anywhere">{fault}</p>
      )}
    </div>
  );
}

function Unit({ field }: { field: Field }) {
  const { unit } = metricFormat(field, 'metric');
  return unit === '' ? null : <span className="text-muted">({unit})</span>;
}
