import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Button } from './button.tsx';
import { showToast } from './dialogs/toast.tsx';
import { saveFile } from './save-file.ts';

/** What asks an operation for CSV. */
export const AS_CSV = { headers: { accept: 'text/csv' }, parseAs: 'text' } as const;

/** Downloads what an operation returns as a CSV file. */
export function CsvButton({ name, load }: { name: string; load: () => Promise<unknown> }) {
  const download = useMutation({
    mutationKey: ['get'],
    mutationFn: load,
    onSuccess: (text) => saveFile(`${name}.csv`, String(text), 'text/csv'),
    onError: (error) => showToast(`Couldn't export the CSV file: ${error.message}`, 'danger'),
  });
  return (
    <Button icon={Download} isPending={download.isPending} onClick={() => download.mutate()}>
      Download CSV
    </Button>
  );
}
