/** What Swagger UI gives to plugins, as far as ours use it. It comes without types, and with a React of its own. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  import type React from 'react';
  import type { ReactNode } from 'react';

  /** A value of Immutable.js. */
  export interface Kept {
    get(name: string): unknown;
    getIn(path: (string | number)[]): unknown;
    forEach(visit: (value: Kept, key: string) => void): void;
    toJS(): unknown;
  }

  type Component<Props = object> = (props: Props) => ReactNode;
  type Action<Key = unknown> = (...given: [Key, ...unknown[]]) => unknown;

  export interface System {
    React: typeof React;
    Im: {
      List: (items: unknown[]) => Kept;
      Map: (items: object) => Kept;
      OrderedMap: (items: object) => Kept;
    };
    fn: {
      buildRequest: (request: object) => {
        url: string;
        method: string;
        headers: Record<string, string>;
        body?: string;
      };
    };
    getComponent: (name: string, isConnected?: boolean) => Component;
    getConfigs: () => object;
    layoutActions: { show: Action; updateFilter: Action };
    specSelectors: {
      parameterValues: (place: [string, string]) => Kept;
      responseFor: (path: string, method: string) => Kept | undefined;
      taggedOperations: () => Kept;
      url: () => string;
    };
    oas3Selectors: {
      requestContentType: (path: string, method: string) => string | undefined;
      responseContentType: (path: string, method: string) => string | null | undefined;
      requestBodyValue: (path: string, method: string) => string | Kept | undefined;
    };
  }

  export interface OperationProps extends System {
    path: string;
    method: string;
    operation: Kept;
  }

  export default function SwaggerUI(options: object): System;
}
