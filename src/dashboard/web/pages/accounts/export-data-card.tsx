import { Download } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/dialogs/toast.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { useChange } from '../../api/transport/queries.ts';

export function ExportDataCard() {
  const download = useChange('get', '/v1/accounts/me/export', {
    onSuccess: (text: unknown) => saveFile('account.json', String(text), 'application/json'),
    onError: (error) => showToast(`Couldn't download your data: ${error.message}`, 'danger'),
  });
  return (
    <Card
      title="Download your data"
      description="One JSON file with your account, messages, sessions, tokens, organizations, clients, keys, usage, requests and audit trail. It contains no secrets."
      actions={
        <Button
          icon={Download}
          isPending={download.isPending}
          onClick={() => download.mutate({ parseAs: 'text' })}
        >
          Download
        </Button>
      }
      className="pb-4"
    />
  );
}
