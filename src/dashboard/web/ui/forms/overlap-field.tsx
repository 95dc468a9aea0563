import type { FormValues } from './form.tsx';
import { SelectField } from './fields.tsx';

const CHOICES = [
  { seconds: 0, title: 'Immediately' },
  { seconds: 3600, title: 'In 1 hour' },
  { seconds: 86_400, title: 'In 1 day' },
  { seconds: 604_800, title: 'In 7 days' },
];

export const overlapOf = (values: FormValues) => ({
  overlap_seconds: Number(values.text('overlap_seconds')),
});

/** How long the old secret or key keeps working alongside the new one. */
export function OverlapField({ label }: { label: string }) {
  return (
    <SelectField name="overlap_seconds" label={label} defaultValue="86400">
      {CHOICES.map(({ seconds, title }) => (
        <option key={seconds} value={seconds}>
          {title}
        </option>
      ))}
    </SelectField>
  );
}
