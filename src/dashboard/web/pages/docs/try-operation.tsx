import { Play } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { CodeTabs } from '../../ui/code-block.tsx';
import { TextAreaField } from '../../ui/forms/fields.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { Notice } from '../../ui/states/notice.tsx';
import { CostNote } from '../clients/cost-note.tsx';
import type { OpenApiDocument, Operation } from './document.ts';
import { useOperationCall } from './operation-call.ts';
import { FIRST_VALUES, firstBody, needsKey, operationSamples, unitsOf } from './operation-request.ts';
import type { OperationProps } from './operation-props.ts';
import { ParameterField } from './parameter-field.tsx';
import { SentAnswer } from './sent-answer.tsx';

/** The operation's form, equivalent code samples, and the response. */
export function TryOperation({ document, operation, client }: OperationProps) {
  const call = useOperationCall(operation, client?.client_id);
  const [samples, setSamples] = useState(() => operationSamples(operation, firstValues(document, operation)));
  const isBlocked = needsKey(operation) && client === undefined;
  const body = firstBody(document, operation);
  return (
    <div
      className="grid gap-6 pt-4 lg:grid-cols-2"
      onInput={(event) => {
        const form = (event.target as HTMLElement).closest('form');
        if (form !== null) setSamples(operationSamples(operation, new FormData(form)));
      }}
    >
      <div className="min-w-0">
        <Form error={call.error ?? call.data?.problem ?? null} onSubmit={(values) => call.mutate(values)}>
          {operation.parameters.map((parameter) => (
            <ParameterField key={parameter.name} document={document} parameter={parameter} />
          ))}
          {body !== undefined && (
            <TextAreaField
              name="body"
              label="Body"
              rows={Math.min(16, body.split('\n').length + 1)}
              spellCheck={false}
              defaultValue={body}
              className="font-mono text-[0.8125rem]"
              required
            />
          )}
          {isBlocked ? (
            <Notice tone="info">
              <p>This operation needs an API key. Create a client first.</p>
            </Notice>
          ) : (
            <div className="flex flex-wrap items-center gap-3">
              <Button type="submit" look="primary" isPending={call.isPending}>
                {!call.isPending && <Play aria-hidden className="size-4" />}
                Send
              </Button>
              {operation.method !== 'GET' && !needsKey(operation) && (
                <span className="text-muted">This sends a real request from your account.</span>
              )}
            </div>
          )}
          {needsKey(operation) && client !== undefined && (
            <CostNote client={client} what="Sending this" units={unitsOf(operation)} />
          )}
        </Form>
      </div>
      <div className="min-w-0 space-y-4">
        <CodeTabs name="Code samples" samples={samples} />
        {call.data !== undefined && <SentAnswer sent={call.data} />}
      </div>
    </div>
  );
}

function firstValues(document: OpenApiDocument, operation: Operation): FormData {
  const values = new FormData();
  for (const { name, required } of operation.parameters)
    values.set(name, FIRST_VALUES[name] ?? (required ? `{${name}}` : ''));
  values.set('body', firstBody(document, operation) ?? '');
  return values;
}
