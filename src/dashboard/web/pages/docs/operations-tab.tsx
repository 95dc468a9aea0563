import { useId, useMemo, useState } from 'react';
import { useChosenClient } from '../../api/clients.ts';
import { Card } from '../../ui/layout/card.tsx';
import { ClientPicker } from '../../ui/forms/client-picker.tsx';
import { INPUT } from '../../ui/forms/fields.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { type OpenApiDocument, operationGroups, operationsOf } from './document.ts';
import { OperationItem } from './operation-item.tsx';
import { OperationSearch } from './search.ts';

export function OperationsTab({ document }: { document: OpenApiDocument }) {
  const id = useId();
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<string>();
  const clientQuery = useChosenClient(chosen);
  const client = clientQuery.data ?? undefined;
  const operations = useMemo(() => operationsOf(document), [document]);
  const search = useMemo(() => new OperationSearch(document, operations), [document, operations]);
  const found = search.find(words);
  const isSearched = words.trim() !== '';
  const groups = isSearched
    ? [{ tag: 'Best match first', operations: found }]
    : operationGroups(document, operations);
  return (
    <div className="space-y-6 pt-6">
      <div className="flex flex-wrap items-end gap-4">
        <div className="w-full space-y-1.5 sm:max-w-xs">
          <label htmlFor={id} className="block font-medium">
            Find an operation
          </label>
          <input
            id={id}
            type="search"
            className={INPUT}
            placeholder="rate limit, batch, 429 …"
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </div>
        {client !== undefined && (
          <div className="w-full sm:max-w-xs">
            <ClientPicker value={client.client_id} onChange={setChosen} />
          </div>
        )}
      </div>
      <Loaded query={clientQuery} skeleton={<p>&nbsp;</p>}>
        {(chosenClient) => (
          <p className="max-w-2xl text-muted">
            {chosenClient === null
              ? 'Create a client to try the operations that need an API key.'
              : 'Operations that need an API key use a temporary key of this client. It expires after 15 minutes and is kept only in memory.'}
          </p>
        )}
      </Loaded>
      <p role="status" className="empty:hidden">
        {isSearched && foundText(words.trim(), found.length)}
      </p>
      {groups
        .filter(({ operations }) => operations.length > 0)
        .map(({ tag, operations }) => (
          <Card key={tag} title={tag} isFlush>
            <ul>
              {operations.map((operation) => (
                <OperationItem
                  key={operation.operationId}
                  document={document}
                  operation={operation}
                  client={client}
                />
              ))}
            </ul>
          </Card>
        ))}
    </div>
  );
}

function foundText(words: string, count: number): string {
  if (count === 0) return `No operation matches “${words}”.`;
  return count === 1 ? '1 operation matches.' : `${count} operations match.`;
}
