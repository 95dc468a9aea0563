import { CodeBlock } from '../../ui/code-block.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import type { Answer, OpenApiDocument } from './document.ts';
import { ErrorsTable } from './errors-table.tsx';
import type { OperationProps } from './operation-props.ts';
import { Prose } from './prose.tsx';
import { SchemaFields } from './schema-fields.tsx';
import { TryOperation } from './try-operation.tsx';

export function OperationDetail(props: OperationProps) {
  const { document, operation } = props;
  const { operationId, summary, description, responses } = operation;
  const successes = Object.entries(responses).filter(([status]) => /^[23]/.test(status));
  return (
    <div className="space-y-4">
      <div className="flex flex-col items-start gap-3 sm:flex-row sm:justify-between">
        <div className="min-w-0 space-y-1">{description !== undefined && <Prose text={description} />}</div>
        <CopyButton
          text={`${location.origin}/reference#${operationId}`}
          name={`Copy link to: ${summary}`}
          label="Copy link"
        />
      </div>
      <Tabs
        name={`${operation.method} ${operation.path}`}
        tabs={[
          { title: 'Try it', content: <TryOperation {...props} /> },
          { title: 'Request', content: <RequestFields {...props} /> },
          {
            title: 'Responses',
            content: (
              <ul className="space-y-6 pt-4">
                {successes.map(([status, answer]) => (
                  <AnswerItem key={status} document={document} status={status} answer={answer} />
                ))}
              </ul>
            ),
          },
          {
            title: 'Errors',
            content: (
              <div className="mt-4 overflow-hidden rounded-md border border-line bg-surface">
                <ErrorsTable operations={[operation]} />
              </div>
            ),
          },
        ]}
      />
    </div>
  );
}

function RequestFields({ document, operation: { parameters, requestBody } }: OperationProps) {
  const body = requestBody?.content['application/json'];
  if (parameters.length === 0 && body?.schema === undefined)
    return <p className="pt-4 text-muted">No parameters and no body.</p>;
  return (
    <div className="space-y-5 pt-4">
      {parameters.length > 0 && (
        <SchemaFields
          document={document}
          title="Parameters"
          fields={parameters.map(({ name, required, description, schema, in: place }) => ({
            name,
            isRequired: required === true,
            schema: { ...schema, description: description ?? schema.description },
            place,
          }))}
        />
      )}
      {body?.schema !== undefined && <SchemaFields document={document} title="Body" schema={body.schema} />}
      {body?.example !== undefined && <Example name="Example body" value={body.example} />}
    </div>
  );
}

interface AnswerItemProps {
  document: OpenApiDocument;
  status: string;
  answer: Answer;
}

function AnswerItem({ document, status, answer: { description, content = {} } }: AnswerItemProps) {
  const schema = content['application/json']?.schema;
  return (
    <li className="space-y-3">
      <div className="flex gap-3">
        <span className="w-10 shrink-0 font-mono font-semibold">{status}</span>
        <div className="min-w-0 flex-1 space-y-1">
          <Prose text={description || (status.startsWith('2') ? 'Done.' : '')} />
        </div>
      </div>
      {Object.entries(content).map(
        ([type, { example }]) =>
          example !== undefined && <Example key={type} name={`Example, ${type}`} value={example} />,
      )}
      {schema !== undefined && <SchemaFields document={document} title="Properties" schema={schema} />}
    </li>
  );
}

/** An example body: text as is, anything else as JSON. */
function Example({ name, value }: { name: string; value: unknown }) {
  return (
    <div className="overflow-hidden rounded-lg border border-line">
      <p className="border-b border-line bg-surface px-4 py-2 text-[0.8125rem] text-muted">{name}</p>
      <CodeBlock
        name={name}
        code={typeof value === 'string' ? value.trim() : JSON.stringify(value, null, 2)}
      />
    </div>
  );
}
