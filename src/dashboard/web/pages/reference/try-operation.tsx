import { useMutation } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { reach } from '../../api/connection.ts';
import { ephemeralKey } from '../../api/ephemeral-key.ts';
import { KEY_PLACEHOLDER, samplesOf } from '../../api/request-samples.ts';
import { Button } from '../../ui/button.tsx';
import { CodeTabs } from '../../ui/code-block.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { SelectField, TextAreaField, TextField } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { CostNote } from '../clients/cost-note.tsx';
import type { OpenApiDocument, Operation, Parameter } from './document.ts';
import { FIRST_VALUES, firstBody, needsKey, requestOf, sampleOf, unitsOf } from './operation-request.ts';
import type { OperationProps } from './operation-props.ts';
import { resolve } from './schemas.ts';
import { SentAnswer, type Sent } from './sent-answer.tsx';

async function send(operation: Operation, values: FormData, clientId: string | undefined): Promise<Sent> {
  const { method, pathAndQuery, body } = requestOf(operation, values);
  const headers = new Headers();
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (needsKey(operation) && clientId !== undefined) headers.set('apikey', await ephemeralKey(clientId));
  const beganMs = performance.now();
  const response = await reach(new Request(pathAndQuery, { method, headers, body, cache: 'no-store' }));
  const text = await response.text();
  return {
    status: response.status,
    headers: [...response.headers],
    tookMs: Math.round(performance.now() - beganMs),
    isJson: /\bjson\b/.test(response.headers.get('content-type') ?? ''),
    text,
  };
}

/** The operation's fields, the lines of code that do the same, and the answer. */
export function TryOperation({ document, operation, client }: OperationProps) {
  const call = useMutation({
    mutationFn: (values: FormData) => send(operation, values, client?.client_id),
    gcTime: 0,
  });
  const [samples, setSamples] = useState(() =>
    samplesOf(sampleOf(operation, firstValues(document, operation), KEY_PLACEHOLDER)),
  );
  const isBlocked = needsKey(operation) && client === undefined;
  const body = firstBody(document, operation);
  return (
    <div
      className="grid gap-6 pt-4 lg:grid-cols-2"
      onInput={(event) => {
        const form = (event.target as HTMLElement).closest('form');
        if (form !== null) setSamples(samplesOf(sampleOf(operation, new FormData(form), KEY_PLACEHOLDER)));
      }}
    >
      <div className="min-w-0">
        <Form error={call.error} onSubmit={(values) => call.mutate(values)}>
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
        {call.error !== null && <ErrorNotice error={call.error} />}
        {call.data !== undefined && <SentAnswer sent={call.data} />}
      </div>
    </div>
  );
}

function firstValues(document: OpenApiDocument, operation: Operation): FormData {
  const values = new FormData();
  for (const { name, required } of operation.parameters)
    values.set(name, required ? (FIRST_VALUES[name] ?? `{${name}}`) : '');
  values.set('body', firstBody(document, operation) ?? '');
  return values;
}

function ParameterField({ document, parameter }: { document: OpenApiDocument; parameter: Parameter }) {
  const { name, required = false } = parameter;
  const schema = resolve(document, parameter.schema);
  const label = <span className="font-mono text-[0.8125rem]">{name}</span>;
  if (schema.enum !== undefined)
    return (
      <SelectField name={name} label={label} defaultValue="">
        <option value="">not given</option>
        {schema.enum.map((value) => (
          <option key={value}>{value}</option>
        ))}
      </SelectField>
    );
  return (
    <TextField
      name={name}
      label={label}
      required={required}
      autoComplete="off"
      spellCheck={false}
      defaultValue={required ? FIRST_VALUES[name] : undefined}
    />
  );
}
