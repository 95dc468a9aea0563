import type { OpenAPIObject } from '@nestjs/swagger';

/** The parts of an OpenAPI document, under the names of its specification. */
type ComponentsObject = NonNullable<OpenAPIObject['components']>;
export type SchemaObject = Exclude<NonNullable<ComponentsObject['schemas']>[string], ReferenceObject>;
export type HeaderObject = Exclude<NonNullable<ComponentsObject['headers']>[string], ReferenceObject>;
export type PathItemObject = OpenAPIObject['paths'][string];
export type OperationObject = NonNullable<PathItemObject['get']>;
export type ResponseObject = Exclude<NonNullable<ComponentsObject['responses']>[string], ReferenceObject>;
export type ParameterObject = Exclude<NonNullable<OperationObject['parameters']>[number], ReferenceObject>;

export type RequestBodyObject = Exclude<NonNullable<OperationObject['requestBody']>, ReferenceObject>;

export interface ReferenceObject {
  $ref: string;
}

/** An operation with where it stands in the document. */
export interface DocumentedOperation {
  method: string;
  path: string;
  operation: OperationObject;
}
