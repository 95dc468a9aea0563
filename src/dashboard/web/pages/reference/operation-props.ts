import type { OpenApiDocument, Operation } from './document.ts';

/** What every part of an operation is given. */
export interface OperationProps {
  document: OpenApiDocument;
  operation: Operation;
  /** Whose key it is tried with. */
  clientId: string | undefined;
}
