import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { chosenClientQuery } from '../../api/clients.ts';
import { Card } from '../../ui/card.tsx';
import { ClientPicker } from '../../ui/client-picker.tsx';
import { INPUT } from '../../ui/fields.tsx';
import { type Operation, type OpenApiDocument, operationGroups } from './document.ts';
import { OperationItem } from './operation-item.tsx';

const matches = ({ method, path, summary, operationId }: Operation, words: string) =>
  `${method} ${path} ${summary} ${operationId}`.toLowerCase().includes(words.trim().toLowerCase());

export function OperationsTab({ document }: { document: OpenApiDocument }) {
  const id = useId();
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<string>();
  const client = useQuery(chosenClientQuery(chosen)).data ?? undefined;
  const groups = operationGroups(document)
    .map(({ tag, operations }) => ({ tag, operations: operations.filter((one) => matches(one, words)) }))
    .filter(({ operations }) => operations.length > 0);
  return (
    <div className="space-y-6 pt-6">
      <div className="flex flex-wrap items-end gap-4">
        <div className="w-full max-w-xs space-y-1.5">
          <label htmlFor={id} className="block font-medium">
            Find an operation
          </label>
          <input
            id={id}
            type="search"
            className={INPUT}
            placeholder="forecast, POST, keys …"
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </div>
        {client !== undefined && (
          <div className="w-full max-w-xs">
            <ClientPicker value={client.client_id} onChange={setChosen} />
          </div>
        )}
      </div>
      <p className="max-w-2xl text-muted">
        {client === undefined
          ? 'Create a client to try the operations that need an API key.'
          : 'Operations that need an API key use a temporary one of this client. It expires after 15 minutes and stays in memory.'}
      </p>
      {groups.length === 0 && <p>No operation has “{words}” in it.</p>}
      {groups.map(({ tag, operations }) => (
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
