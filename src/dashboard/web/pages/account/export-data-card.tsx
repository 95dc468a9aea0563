import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { accountExport } from '../../api/account.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/dialogs/toast.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { saveFile } from '../../ui/save-file.ts';

export function ExportDataCard() {
  const download = useMutation({
    mutationFn: accountExport,
    onSuccess: (text) => saveFile('account.json', text, 'application/json'),
    onError: (error) => showToast(`Couldn't download your data: ${error.message}`, 'danger'),
    gcTime: 0,
  });
  return (
    <Card
      title="Download your data"
      description="One JSON file with your account, messages, sessions, tokens, organizations, clients, keys, usage, requests and audit trail. It contains no secrets."
      actions={
        <Button isPending={download.isPending} onClick={() => download.mutate()}>
          {!download.isPending && <Download aria-hidden className="size-4" />}
          Download
        </Button>
      }
      className="pb-4"
    />
  );
}
