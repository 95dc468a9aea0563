import { Tabs } from '../../ui/tabs.tsx';
import type { Answer, OpenApiDocument } from './document.ts';
import type { OperationProps } from './operation-props.ts';
import { Prose } from './prose.tsx';
import { SchemaFields } from './schema-fields.tsx';
import { TryOperation } from './try-operation.tsx';

export function OperationDetail(props: OperationProps) {
  const { document, operation } = props;
  return (
    <div className="space-y-4">
      {operation.description !== undefined && <Prose text={operation.description} />}
      <Tabs
        name={`${operation.method} ${operation.path}`}
        tabs={[
          { title: 'Try it', content: <TryOperation {...props} /> },
          { title: 'Request', content: <RequestFields {...props} /> },
          {
            title: 'Answers',
            content: (
              <ul className="space-y-4 pt-4">
                {Object.entries(operation.responses).map(([status, answer]) => (
                  <AnswerItem key={status} document={document} status={status} answer={answer} />
                ))}
              </ul>
            ),
          },
        ]}
      />
    </div>
  );
}

function RequestFields({ document, operation: { parameters, requestBody } }: OperationProps) {
  const body = requestBody?.content['application/json']?.schema;
  if (parameters.length === 0 && body === undefined)
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
      {body !== undefined && <SchemaFields document={document} title="Body" schema={body} />}
    </div>
  );
}

function AnswerItem({
  document,
  status,
  answer,
}: {
  document: OpenApiDocument;
  status: string;
  answer: Answer;
}) {
  const schema = answer.content?.['application/json']?.schema;
  return (
    <li className="space-y-2">
      <div className="flex gap-3">
        <span className="w-10 shrink-0 font-mono font-semibold">{status}</span>
        <div className="min-w-0 flex-1 space-y-1">
          <Prose text={answer.description || (status.startsWith('2') ? 'Done.' : '')} />
        </div>
      </div>
      {schema !== undefined && (
        <div className="sm:pl-13">
          <SchemaFields document={document} title="Members" schema={schema} />
        </div>
      )}
    </li>
  );
}
