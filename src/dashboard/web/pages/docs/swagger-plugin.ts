import type { Component, ComponentType, ReactNode } from 'react';
import type { Kept, OperationProps, System } from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import { KEY_PLACEHOLDER, type SampleRequest } from '../../api/request-samples.ts';
import { type Store } from '../../api/transport/store.ts';
import { answerBody } from './answer-body.ts';
import { needsKey, needsSession, type Operation, takesClient } from './document.ts';
import type { OperationSearch } from './search.ts';

/** What stands beside an operation that is open: where to draw it, and the request as it would be sent now. */
export interface Aside {
  operation: Operation;
  request: SampleRequest;
  element: HTMLElement;
}

interface PluginOptions {
  search: OperationSearch;
  asides: Store<readonly Aside[]>;
  /** Sends a request of the operation, as `fetch` does. */
  send: (operation: Operation, url: string, init: RequestInit) => Promise<Response>;
  onToggle: (operationId: string, isOpen: boolean) => void;
}

/** The group that holds what a search has found. */
export const FOUND = 'Best match first';

/** Swagger UI's own button, as far as this page knows it. */
type ExecuteButton = new (props: { disabled: boolean }) => Component<{ disabled: boolean }> & {
  onClick: () => void;
};

/** The parts of Swagger UI that this page replaces; `null`s are left out. */
export const referencePlugin =
  ({ search, asides, send, onToggle }: PluginOptions) =>
  ({ React, Im }: System) => {
    const { createElement: h, Fragment, useEffect, useRef } = React;
    const Nothing = () => null;

    function Layout({ getComponent }: System) {
      return h(
        'div',
        { className: 'swagger-ui' },
        ['SvgAssets', 'errors', 'AuthorizeBtnContainer', 'operations', 'Models'].map((name) =>
          h(getComponent(name, name !== 'SvgAssets'), { key: name }),
        ),
      );
    }

    /**
     * Every group with its operations. Swagger UI's own component draws only those in view once there are 150 of both, so
     * that neither a link nor the browser's search finds the others, and an answer is gone when it is scrolled away.
     */
    function Operations({ getComponent, getConfigs, specSelectors, ...selectors }: System) {
      const [Tag, Operation] = [getComponent('OperationTag'), getComponent('OperationContainer', true)];
      const given = { ...selectors, getComponent, getConfigs, specUrl: specSelectors.url() };
      const groups: ReactNode[] = [];
      specSelectors.taggedOperations().forEach((tagObj, tag) => {
        const operations: ReactNode[] = [];
        (tagObj.get('operations') as Kept).forEach((op) => {
          const [path, method, specPath] = ['path', 'method', 'specPath'].map((name) => op.get(name));
          const key = `${String(method)} ${String(path)}`;
          operations.push(h(Operation, { key, specPath, op, path, method, tag } as object));
        });
        const content = h('div', { className: 'operation-tag-content' }, operations);
        groups.push(h(Tag, { ...given, key: tag, tagObj, tag } as object, content));
      });
      return h('div', null, groups);
    }

    /** The response, and the place for what the page draws itself. Connected, so that it is drawn with each change. */
    function Beside({ path, method, operation: kept, ...system }: OperationProps) {
      const slot = useRef<HTMLDivElement>(null);
      const response = system.specSelectors.responseFor(path, method);
      const request = JSON.stringify(requestOf({ path, method, operation: kept, ...system }));
      useEffect(() => {
        const operation = kept.toJS() as Operation;
        const aside = { operation, request: JSON.parse(request) as SampleRequest, element: slot.current! };
        asides.set([...asides.get(), aside]);
        return () => asides.set(asides.get().filter((one) => one !== aside));
      }, [kept, request]);
      const answer = { ...system, path, method, response, displayRequestDuration: true };
      return h(
        'div',
        { className: 'beside' },
        h('div', { ref: slot }),
        h('div', { role: 'status' }, response && h(system.getComponent('liveResponse'), answer)),
      );
    }

    return {
      fn: {
        opsFilter(groups: Kept, words: string) {
          const operations = new Map<unknown, Kept>();
          groups.forEach((group) =>
            (group.get('operations') as Kept).forEach((operation) =>
              operations.set(operation.getIn(['operation', 'operationId']), operation),
            ),
          );
          const found = search.find(words).map((id) => operations.get(id));
          return Im.OrderedMap({
            [found.length === 0 ? 'No match' : FOUND]: Im.Map({
              tagDetails: Im.Map({}),
              operations: Im.List(found),
            }),
          });
        },
      },
      components: {
        ReferenceLayout: Layout,
        operations: Operations,
        Beside,
        FilterContainer: Nothing,
        TryItOutButton: Nothing,
        OperationServers: Nothing,
        authorizeOperationBtn: Nothing,
        CopyToClipboardBtn: Nothing,
        JumpToPath: Nothing,
        ParameterIncludeEmpty: Nothing,
        curl: Nothing,
        clear: Nothing,
      },
      wrapComponents: {
        responseBody: answerBody(React),
        // The answer stands beside the sample instead.
        responses: (Responses: ComponentType<object>) => (props: object) =>
          h(Responses, { ...props, tryItOutResponse: undefined } as object),
        execute: (Execute: ExecuteButton, { getComponent }: System) => {
          class Send extends Execute {
            override render() {
              const { disabled } = this.props;
              const button = {
                className: 'btn execute',
                onClick: this.onClick,
                disabled,
                'aria-busy': disabled,
              };
              return h('button', button, disabled ? 'Sending …' : 'Send');
            }
          }
          return (props: OperationProps & { disabled: boolean }) => {
            const { path, method, operation } = props;
            const beside = h(
              getComponent('Beside', true) as typeof Beside,
              { path, method, operation } as OperationProps,
            );
            // Until the references of an operation are resolved, it is empty.
            return h(Fragment, null, h(Send, props), operation.get('operationId') !== undefined && beside);
          };
        },
      },
      statePlugins: {
        spec: {
          wrapActions: {
            executeRequest: (execute: (request: object) => unknown) => (request: { operation: Kept }) =>
              execute({
                ...request,
                // A key that is added here never enters Swagger UI's state.
                userFetch: (url: string, init: RequestInit) =>
                  send(request.operation.toJS() as Operation, url, init).catch((error: Error) => {
                    // Swagger UI shows both the name and the message.
                    throw Object.assign(new Error(error.message), { name: '' });
                  }),
              }),
          },
        },
        layout: {
          wrapActions: {
            show:
              (show: (key: unknown, isOpen?: boolean) => unknown) =>
              (key: string[], isOpen = true) => {
                if (key[0] === 'operations' && key.length === 3) onToggle(key[2], isOpen);
                return show(key, isOpen);
              },
          },
        },
      },
    };
  };

/** The request as it would be sent now, with placeholders for what is missing. */
function requestOf({
  path,
  method,
  operation: kept,
  fn,
  specSelectors,
  oas3Selectors,
}: OperationProps): SampleRequest {
  const operation = kept.toJS() as Operation;
  const { operationId, parameters = [] } = operation;
  const values = specSelectors.parameterValues([path, method]).toJS() as Record<string, unknown>;
  for (const { in: where, name, required } of parameters)
    if (required) values[name] = values[`${where}.${name}`] ?? `{${name}}`;
  const {
    url,
    headers,
    body = '',
  } = fn.buildRequest({
    spec: { openapi: '3.1.0', paths: { [path]: { [method]: operation } } },
    operationId,
    parameters: values,
    requestContentType: oas3Selectors.requestContentType(path, method),
    responseContentType: oas3Selectors.responseContentType(path, method) ?? ANYTHING,
    requestBody: bodyOf(oas3Selectors.requestBodyValue(path, method)),
  });
  const credentials = takesClient(operation)
    ? 'client'
    : needsSession(operation) && !needsKey(operation)
      ? 'session'
      : undefined;
  const own = Object.entries(headers)
    .map(([name, value]) => [name.replace('Content-Type', 'content-type'), value] as const)
    .filter(([name, value]) =>
      name === 'content-type' ? body !== '' : name !== 'accept' || !USUAL.includes(value),
    );
  return {
    method: method.toUpperCase(),
    pathAndQuery: url.replaceAll('%2C', ',').replaceAll('%7B', '{').replaceAll('%7D', '}'),
    headers: { ...(needsKey(operation) && { apikey: KEY_PLACEHOLDER }), ...Object.fromEntries(own) },
    body: body === '' ? undefined : body,
    credentials,
  };
}

const ANYTHING = '*/*';
/** What is answered without the header. */
const USUAL = [ANYTHING, 'application/json'];

/** The text, or the fields of a form that are filled in, with a placeholder for a secret. */
function bodyOf(value: string | Kept | null | undefined): string | Record<string, unknown> | undefined {
  if (typeof value === 'string') return value.replace(/("client_secret"\s*:\s*)"[^"]+"/, '$1"CLIENT_SECRET"');
  if (!value) return undefined;
  const fields = Object.entries(value.toJS() as Record<string, unknown>)
    .map(([name, field]) => [name, isField(field) ? field.value : field] as const)
    .filter(([, field]) => field !== undefined && field !== '');
  const form = Object.fromEntries(fields);
  return { ...form, ...('client_secret' in form && { client_secret: 'CLIENT_SECRET' }) };
}

const isField = (field: unknown): field is { value?: unknown } =>
  typeof field === 'object' && field !== null && 'value' in field;
