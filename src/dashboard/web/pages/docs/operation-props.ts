import type { Client } from '../../api/schemas.ts';
import type { OpenApiDocument, Operation } from './document.ts';

/** Props shared by the parts of an operation. */
export interface OperationProps {
  document: OpenApiDocument;
  operation: Operation;
  /** The client whose key "Try it" uses. */
  client: Client | undefined;
}
