import type { Client } from '../../api/schemas.ts';
import type { OpenApiDocument, Operation } from './document.ts';

/** What every part of an operation is given. */
export interface OperationProps {
  document: OpenApiDocument;
  operation: Operation;
  /** Whose key it is tried with. */
  client: Client | undefined;
}
