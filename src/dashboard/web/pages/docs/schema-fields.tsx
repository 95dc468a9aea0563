import { Badge } from '../../ui/badge.tsx';
import type { OpenApiDocument, Schema } from './document.ts';
import { Prose } from './prose.tsx';
import { resolve, typeName } from './schemas.ts';

interface FieldOfSchema {
  name: string;
  schema: Schema;
  isRequired: boolean;
  place?: string;
}

interface SchemaFieldsProps {
  document: OpenApiDocument;
  title: string;
  /** Either an object's schema or the fields themselves. */
  schema?: Schema;
  fields?: FieldOfSchema[];
  depth?: number;
}

const DEEPEST = 3;
const VALUES_SHOWN = 30;

/** The fields of an object with their types; nested objects expand below. */
export function SchemaFields({ document, title, schema, fields, depth = 0 }: SchemaFieldsProps) {
  const shown = fields ?? fieldsOf(document, schema ?? {});
  if (shown.length === 0) return null;
  return (
    <section>
      {depth === 0 && <h3 className="mb-1 font-semibold">{title}</h3>}
      <ul className="rounded-md border border-line bg-surface">
        {shown.map((field) => (
          <FieldItem key={field.name} document={document} field={field} depth={depth} />
        ))}
      </ul>
    </section>
  );
}

function fieldsOf(document: OpenApiDocument, schema: Schema): FieldOfSchema[] {
  const { properties = {}, required = [] } = resolve(document, schema);
  return Object.entries(properties).map(([name, property]) => ({
    name,
    schema: property,
    isRequired: required.includes(name),
  }));
}

function FieldItem({
  document,
  field,
  depth,
}: {
  document: OpenApiDocument;
  field: FieldOfSchema;
  depth: number;
}) {
  const resolved = resolve(document, field.schema);
  const element = resolved.items === undefined ? resolved : resolve(document, resolved.items);
  const values = (resolved.enum ?? element.enum)?.slice(0, VALUES_SHOWN).map(String);
  const hasMembers = element.properties !== undefined && depth < DEEPEST;
  return (
    <li className="space-y-1 border-t border-line px-3.5 py-2.5 first:border-t-0">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="font-mono text-[0.8125rem] font-semibold wrap-anywhere">{field.name}</span>
        <span className="text-[0.8125rem] text-muted">
          {typeName(document, field.schema)}
          {field.place !== undefined && `, in the ${field.place}`}
        </span>
        {field.isRequired && <Badge tone="neutral">required</Badge>}
      </p>
      {resolved.description !== undefined && (
        <div className="text-muted">
          <Prose text={resolved.description} />
        </div>
      )}
      {values !== undefined && (
        <p className="text-[0.8125rem] text-muted">
          One of <span className="font-mono wrap-anywhere">{values.join(', ')}</span>
        </p>
      )}
      {hasMembers && (
        <details>
          <summary className="w-fit text-[0.8125rem] text-accent">Members of {field.name}</summary>
          <div className="mt-2">
            <SchemaFields document={document} title={field.name} schema={element} depth={depth + 1} />
          </div>
        </details>
      )}
    </li>
  );
}
