import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import SwaggerUI, { type System } from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import { useStore, Store } from '../../api/transport/store.ts';
import { reach } from '../../api/transport/connection.ts';
import { ephemeralKey, forgetEphemeralKey } from '../../api/transport/ephemeral-key.ts';
import type { Client } from '../../api/schemas.ts';
import { needsKey, type OpenApiDocument, type Operation, operationsOf } from './document.ts';
import { OperationAside } from './operation-aside.tsx';
import type { OperationSearch } from './search.ts';
import { type Aside, referencePlugin } from './swagger-plugin.ts';
import './swagger-ui.css';

interface SwaggerProps {
  document: OpenApiDocument;
  search: OperationSearch;
  words: string;
  /** Whose temporary key is sent with requests that need one. */
  client: Client | undefined;
  /** The operation that the address names. */
  operationId: string;
  onToggle: (operationId: string, isOpen: boolean) => void;
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
    const observer = new MutationObserver(() => label(domNode));
    observer.observe(domNode, { childList: true, subtree: true });
    const plugin = referencePlugin({
      search,
      asides,
      send: (operation, url, init) => send(operation, current.current.client, url, init),
      onToggle: (id, isOpen) => {
        if (toggled.current === 'link') return;
        toggled.current = isOpen ? id : '';
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
      observer.disconnect();
      domNode.remove();
    };
  }, [document, search, asides]);

  useEffect(() => {
    system?.layoutActions.updateFilter(words.trim() || false);
  }, [system, words]);

  useEffect(() => {
    const operation = operationsOf(document).find((one) => one.operationId === operationId);
    if (system === undefined || operation === undefined || toggled.current === operationId) return;
    toggled.current = 'link';
    system.layoutActions.show(['operations', operation.tags[0], operationId], true);
    toggled.current = undefined;
    const timer = setInterval(() => {
      const block = container.current!.querySelector(`.opblock.is-open[id$="-${operationId}"]`);
      if (block === null) return;
      block.scrollIntoView();
      clearInterval(timer);
    }, 50);
    return () => clearInterval(timer);
  }, [system, document, operationId]);

  return (
    <div ref={container}>
      {useStore(asides).map(({ element, ...aside }) =>
        createPortal(<OperationAside {...aside} client={client} />, element, aside.operation.operationId),
      )}
    </div>
  );
}

/** Adds the temporary key of the client, unless the reader has given credentials. */
async function send(operation: Operation, client: Client | undefined, url: string, init: RequestInit) {
  const headers = new Headers(init.headers);
  const isSigned = headers.has('apikey') || headers.has('authorization') || /[?&]apikey=/.test(url);
  const isKeyed = needsKey(operation) && client !== undefined && !isSigned;
  if (isKeyed) headers.set('apikey', await ephemeralKey(client.client_id));
  const { method, body } = init;
  const response = await reach(new Request(url, { method, body, headers, cache: 'no-store' }));
  if (isKeyed && response.status === 401) forgetEphemeralKey(client.client_id);
  return response;
}

/** The first request of a reader succeeds with these. */
const FIRST_VALUES: Record<string, number> = { lat: 52.2297, lon: 21.0122 };

/**
 * The document for Swagger UI: with the address where the page is, the only one that the content security policy allows,
 * and with examples of parameters as text, since Swagger UI would send them.
 */
function shown(document: OpenApiDocument): OpenApiDocument {
  const copy = { ...structuredClone(document), servers: [{ url: location.origin }] };
  for (const parameter of operationsOf(copy).flatMap(({ parameters = [] }) => parameters)) {
    const example = parameter.example ?? parameter.schema.example;
    if (example !== undefined)
      parameter.description += ` For example \`${JSON.stringify(example).replaceAll('"', '')}\`.`;
    delete parameter.schema.example;
    delete parameter.schema.default;
    delete parameter.example;
    if (parameter.name in FIRST_VALUES) parameter.example = FIRST_VALUES[parameter.name];
  }
  return copy;
}

/** Names what Swagger UI leaves without a name, for screen readers and keyboards. */
function label(root: HTMLElement): void {
  for (const row of root.querySelectorAll<HTMLElement>('tr[data-param-name]'))
    for (const field of row.querySelectorAll('input, select, textarea'))
      field.setAttribute('aria-label', row.dataset.paramName!);
  for (const field of root.querySelectorAll('.body-param__text')) field.setAttribute('aria-label', 'Body');
  for (const field of root.querySelectorAll('.examples-select select'))
    field.setAttribute('aria-label', 'Example');
  for (const code of root.querySelectorAll('pre')) code.tabIndex = 0;
  root.querySelector('.close-modal')?.setAttribute('aria-label', 'Close');
  for (const button of root.querySelectorAll('.auth-btn-wrapper button'))
    button.removeAttribute('aria-label');
}
