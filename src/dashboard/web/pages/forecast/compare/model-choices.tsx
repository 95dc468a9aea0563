import type { ModelSchedule } from '../../../api/schemas.ts';

interface ModelChoicesProps {
  models: ModelSchedule[];
  chosen: string[];
  onChange: (chosen: string[]) => void;
}

export function ModelChoices({ models, chosen, onChange }: ModelChoicesProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">Models</legend>
      <div className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
        {models.map(({ model, title }) => (
          <label key={model} className="flex gap-2.5 py-0.5">
            <input
              type="checkbox"
              className="mt-0.5 size-4 shrink-0 accent-accent"
              checked={chosen.includes(model)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, model] : chosen.filter((name) => name !== model))
              }
            />
            <span className="min-w-0 wrap-anywhere">
              {model.toUpperCase()} <span className="text-muted">{title}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
