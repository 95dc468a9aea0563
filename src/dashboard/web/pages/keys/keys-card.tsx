import { useInfiniteQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { keysQuery } from '../../api/keys.ts';
import { useMay } from '../../api/organizations/organizations.ts';
import type { Client } from '../../api/schemas.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LoadMore } from '../../ui/states/load-more.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { GenerateKeyDialog } from './generate-key-dialog.tsx';
import { KeysTable } from './keys-table.tsx';

export function KeysCard({ client }: { client: Client }) {
  const [isGenerating, setIsGenerating] = useState(false);
  const query = useInfiniteQuery(keysQuery(client.client_id));
  const may = useMay(client.organization_id);
  const generate = may('secrets.create') && (
    <Button look="primary" isSmall onClick={() => setIsGenerating(true)}>
      <Plus aria-hidden className="size-4" />
      Generate API key
    </Button>
  );
  return (
    <Card
      title="API keys"
      description="Every forecast request needs one. Use a separate key for each deployment."
      actions={generate}
      isFlush
    >
      <Loaded query={query}>
        {({ pages }) => {
          const keys = pages.flatMap(({ data }) => data);
          if (keys.length === 0)
            return (
              <EmptyState icon={<KeyRound aria-hidden className="size-5" />} title="No API keys yet">
                {generate && 'Generate one to send your first request. It works immediately.'}
              </EmptyState>
            );
          return (
            <>
              <KeysTable client={client} keys={keys} />
              <LoadMore query={query} />
            </>
          );
        }}
      </Loaded>
      {isGenerating && <GenerateKeyDialog client={client} onClose={() => setIsGenerating(false)} />}
    </Card>
  );
}
