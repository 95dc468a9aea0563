import type { OpenAPIObject } from '@nestjs/swagger';

/** Parts of an OpenAPI document, named as in the specification. */
type ComponentsObject = NonNullable<OpenAPIObject['components']>;
export type SchemaObject = Exclude<NonNullable<ComponentsObject['schemas']>[string], ReferenceObject>;
export type ExampleObject = Exclude<NonNullable<ComponentsObject['examples']>[string], ReferenceObject>;
export type HeaderObject = Exclude<NonNullable<ComponentsObject['headers']>[string], ReferenceObject>;
export type PathItemObject = OpenAPIObject['paths'][string];
export type OperationObject = NonNullable<PathItemObject['get']>;
export type ResponseObject = Exclude<NonNullable<ComponentsObject['responses']>[string], ReferenceObject>;
export type ParameterObject = Exclude<NonNullable<OperationObject['parameters']>[number], ReferenceObject>;

export type RequestBodyObject = Exclude<NonNullable<OperationObject['requestBody']>, ReferenceObject>;

export interface ReferenceObject {
  $ref: string;
}

/** An operation with its method and path. */
export interface DocumentedOperation {
  method: string;
  path: string;
  operation: OperationObject;
}
