import { useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import SwaggerUI, { type System } from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import { EXAMPLE_POINT } from '../../api/request-samples.ts';
import type { Client } from '../../api/schemas.ts';
import { reach } from '../../api/transport/connection.ts';
import { ephemeralKey, forgetEphemeralKey } from '../../api/transport/keyed-request.ts';
import { Store, useStore } from '../../api/transport/store.ts';
import { startOf } from './answer-start.ts';
import { needsKey, type OpenApiDocument, type Operation, operationsOf, resolve } from './document.ts';
import { OperationAside } from './operation-aside.tsx';
import type { OperationSearch } from './search.ts';
import { type Aside, FOUND, referencePlugin } from './swagger-plugin.ts';
import './swagger-ui.css';

interface SwaggerProps {
  document: OpenApiDocument;
  search: OperationSearch;
  words: string;
  /** Whose temporary key is sent with requests that need one; null if the reader has no client. */
  client: Client | null | undefined;
  /** The operation that the address names. */
  operationId: string;
  onToggle: (operationId: string, isOpen: boolean) => void;
  /** Call it to show an operation that the search has not found. */
  onEndSearch: () => void;
}

/** The document in Swagger UI, with what the page draws beside each open operation. */
export function Swagger(props: SwaggerProps) {
  const { document, search, words, client, operationId } = props;
  const container = useRef<HTMLDivElement>(null);
  const current = useRef(props);
  current.current = props;
  const [asides] = useState(() => new Store<readonly Aside[]>([]));
  const [system, setSystem] = useState<System>();
  /** What the reader opened or closed is in view already. */
  const toggled = useRef<string>(undefined);

  useEffect(() => {
    const domNode = container.current!.appendChild(window.document.createElement('div'));
    let wasAsking = false;
    const observer = new MutationObserver(() => {
      label(domNode);
      const isAsking = domNode.querySelector('.modal-ux') !== null;
      if (wasAsking && !isAsking) domNode.querySelector<HTMLElement>('.btn.authorize')?.focus();
      wasAsking = isAsking;
    });
    observer.observe(domNode, { childList: true, subtree: true });
    domNode.addEventListener('keydown', sendOnEnter);
    domNode.addEventListener('keydown', keepFocus);
    const controller = new AbortController();
    const plugin = referencePlugin({
      search,
      asides,
      send: (operation, url, init) => send(operation, current.current.client, url, init, controller.signal),
      onToggle: (id, isOpen) => {
        if (toggled.current === 'link') return;
        if (isOpen) toggled.current = id;
        else if (id === current.current.operationId) toggled.current = '';
        current.current.onToggle(id, isOpen);
      },
    });
    setSystem(
      SwaggerUI({
        domNode,
        spec: shown(document),
        layout: 'ReferenceLayout',
        plugins: [plugin],
        defaultModelsExpandDepth: 0,
        displayRequestDuration: true,
        showCommonExtensions: true,
        syntaxHighlight: { activated: false },
        tryItOutEnabled: true,
        validatorUrl: null,
      }),
    );
    return () => {
      controller.abort();
      observer.disconnect();
      domNode.remove();
    };
  }, [document, search, asides]);

  const open = useCallback(
    (group: string, id: string) => {
      const before = toggled.current;
      toggled.current = 'link';
      system?.layoutActions.show(['operations-tag', group], true);
      system?.layoutActions.show(['operations', group, id], true);
      toggled.current = before;
    },
    [system],
  );

  useEffect(() => {
    system?.layoutActions.updateFilter(words.trim() || false);
    // What was opened among the results stays open without them.
    const operation = operationOf(document, current.current.operationId);
    if (words.trim() === '' && operation !== undefined) open(operation.tags[0], operation.operationId);
  }, [system, document, words, open]);

  useEffect(() => {
    const operation = operationOf(document, operationId);
    if (system === undefined || operation === undefined || toggled.current === operationId) return;
    const { words, onEndSearch } = current.current;
    const isFound = words.trim() !== '' && search.find(words).includes(operationId);
    if (!isFound) onEndSearch();
    const group = isFound ? FOUND : operation.tags[0];
    open(group, operationId);
    toggled.current = undefined;
    let tries = 0;
    const timer = setInterval(() => {
      const body = container.current!.querySelector(
        `.opblock[id$="-${CSS.escape(operationId)}"] .opblock-body`,
      );
      body?.closest('.opblock')!.scrollIntoView();
      tries += 1;
      if (body !== null || tries === MOST_TRIES) clearInterval(timer);
    }, 50);
    return () => clearInterval(timer);
  }, [system, document, search, operationId, open]);

  return (
    <div ref={container}>
      {useStore(asides).map(({ element, ...aside }) =>
        createPortal(<OperationAside {...aside} client={client} />, element, aside.operation.operationId),
      )}
    </div>
  );
}

const operationOf = (document: OpenApiDocument, operationId: string) =>
  operationsOf(document).find((one) => one.operationId === operationId);

/** For how long an operation that is linked to is waited for, in steps of 50 ms. */
const MOST_TRIES = 100;

/** Sends the operation of a field. */
function sendOnEnter({ key, isComposing, target }: KeyboardEvent): void {
  if (key !== 'Enter' || isComposing || !(target instanceof HTMLInputElement)) return;
  const button = target.closest('.opblock')?.querySelector<HTMLButtonElement>('.execute');
  // The field passes on what was typed with this event, too.
  setTimeout(() => button?.click());
}

/**
 * The document for Swagger UI: with the address where the page is, the only one that the content security policy allows;
 * with examples and defaults of parameters as text, since Swagger UI would send them; without cookies, which a page
 * can't set; and without the examples that Swagger UI makes up for texts.
 */
function shown(document: OpenApiDocument): OpenApiDocument {
  const copy = { ...structuredClone(document), servers: [{ url: location.origin }] };
  for (const parameter of operationsOf(copy).flatMap(({ parameters = [] }) => parameters)) {
    const { name, description = '', schema = {} } = parameter;
    const example = parameter.example ?? schema.example;
    const texts = [
      description,
      example !== undefined && `For example ${codeOf(example)}.`,
      schema.default !== undefined &&
        !/\bdefault\b/i.test(description) &&
        `Default: ${codeOf(schema.default)}.`,
    ];
    parameter.description = texts.filter(Boolean).join(' ');
    delete schema.example;
    delete schema.default;
    delete parameter.example;
    // The first request of a reader succeeds with these.
    if (name === 'lat' || name === 'lon') parameter.example = EXAMPLE_POINT[name];
  }
  for (const { requestBody } of operationsOf(copy)) {
    const { schema = {} } = requestBody?.content['application/x-www-form-urlencoded'] ?? {};
    for (const field of Object.values(resolve(copy, schema).properties ?? {})) field.example ??= '';
  }
  const { responses, securitySchemes } = copy.components;
  const answers = [
    ...Object.values(responses),
    ...operationsOf(copy).flatMap((one) => Object.values(one.responses)),
  ];
  for (const media of answers.flatMap(({ content = {} }) => Object.values(content)))
    if (media.schema?.type === 'string' && media.example === undefined) delete media.schema;
  for (const [name, scheme] of Object.entries(securitySchemes))
    if (scheme.in === 'cookie') delete securitySchemes[name];
  return copy;
}

const codeOf = (value: unknown) => `\`${JSON.stringify(value).replaceAll('"', '')}\``;

/** Names what Swagger UI leaves without a name, for screen readers and keyboards. */
function label(root: HTMLElement): void {
  for (const row of root.querySelectorAll<HTMLElement>('tr[data-param-name], tr[data-property-name]'))
    for (const field of row.querySelectorAll('input, select, textarea'))
      field.setAttribute('aria-label', (row.dataset.paramName ?? row.dataset.propertyName)!);
  for (const field of root.querySelectorAll('.body-param__text')) field.setAttribute('aria-label', 'Body');
  for (const field of root.querySelectorAll('.examples-select select'))
    field.setAttribute('aria-label', 'Example');
  for (const code of root.querySelectorAll('pre')) code.tabIndex = 0;
  root.querySelector('.close-modal')?.setAttribute('aria-label', 'Close');
  const dialog = root.querySelector('.modal-ux');
  for (const [name, value] of Object.entries(DIALOG)) dialog?.setAttribute(name, value);
  for (const field of dialog?.querySelectorAll<HTMLInputElement>(SECRET_FIELDS) ?? []) {
    field.type = 'password';
    field.autocomplete = 'off';
  }
  for (const button of root.querySelectorAll('.auth-btn-wrapper button'))
    button.removeAttribute('aria-label');
}

const DIALOG = { role: 'dialog', 'aria-modal': 'true', 'aria-label': 'Authorize' };
const SECRET_FIELDS = '#api_key_value, #auth-bearer-value, #auth-basic-password';

/** In the dialog for credentials, Tab goes around. */
function keepFocus(event: KeyboardEvent): void {
  const dialog = event.key === 'Tab' && (event.target as Element).closest('.modal-ux');
  if (!dialog) return;
  const fields = [...dialog.querySelectorAll<HTMLElement>('button, input, a[href]')];
  const [end, start] = event.shiftKey ? [fields[0], fields.at(-1)] : [fields.at(-1), fields[0]];
  if (event.target !== end) return;
  event.preventDefault();
  start?.focus();
}

/** Sends a request, with the temporary key of the client unless the reader has given credentials. */
export async function send(
  operation: Operation,
  client: Client | null | undefined,
  url: string,
  { method, body, headers: given }: RequestInit,
  signal: AbortSignal,
): Promise<Response> {
  const headers = new Headers(given);
  const isSigned = headers.has('apikey') || headers.has('authorization') || /[?&]apikey=/.test(url);
  const isKeyed = needsKey(operation) && client && !isSigned;
  if (isKeyed) headers.set('apikey', await ephemeralKey(client.client_id));
  const response = await reach(new Request(url, { method, body, headers, signal, cache: 'no-store' }));
  if (isKeyed && response.status === 401) forgetEphemeralKey(client.client_id);
  return startOf(response);
}
