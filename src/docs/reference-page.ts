import { renderPage } from './page.js';

/**
 * The API reference: Swagger UI with the service's own document. The content security policy requires styles and
 * scripts in files.
 */
export const REFERENCE_PAGE = renderPage({
  path: '/docs',
  title: 'API reference · Weather Forecast Service',
  readers: 'callers',
  body: `<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
<link rel="stylesheet" href="/docs/reference.css">
<div id="swagger-ui"></div>
<script src="/docs/assets/swagger-ui-bundle.js"></script>
<script src="/docs/reference.js"></script>`,
});

/**
 * Swagger UI has a dark scheme behind a class; the page toggles it by the reader's setting. "Try it out" uses the
 * address where the page was opened, which may differ from the public one: it is the only one that the content security
 * policy allows.
 */
export const REFERENCE_SCRIPT = `const dark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followScheme);
followScheme();

const servedHere = () => ({
  statePlugins: {
    spec: {
      wrapActions: {
        updateJsonSpec: (update) => (document) => update({ ...document, servers: [{ url: location.origin }] }),
      },
    },
  },
});

SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  displayOperationId: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
  tryItOutEnabled: true,
  presets: [SwaggerUIBundle.presets.apis],
  plugins: [servedHere],
});
`;

/** Hides the choice of servers, since there is only this one. On narrow screens, stacks paths and table cells. */
export const REFERENCE_STYLE = `.swagger-ui .wrapper { max-width: 72rem; padding: 0 1rem; }
.swagger-ui .info { margin: 1.5rem 0; }
.swagger-ui .scheme-container { padding: 0.75rem 0; margin: 0 0 1rem; box-shadow: none; background: none; }
.swagger-ui .scheme-container .schemes .schemes-server-container { display: none; }
.swagger-ui .scheme-container .schemes .auth-wrapper { justify-content: flex-start; }
.swagger-ui .opblock .opblock-summary-operation-id { font-size: 12px; }
@media (max-width: 48rem) {
  .swagger-ui .opblock .opblock-summary-control { flex-wrap: wrap; row-gap: 0.25rem; }
  .swagger-ui .opblock .opblock-summary-path-description-wrapper { flex-basis: 100%; padding: 0; }
  .swagger-ui .opblock .opblock-summary-operation-id { display: none; }
  .swagger-ui .opblock .opblock-summary-path { font-size: 14px; max-width: none; }
  .swagger-ui .opblock .opblock-summary-method { min-width: 4.5rem; font-size: 12px; }
  .swagger-ui .responses-table .response-col_links { display: none; }
  .swagger-ui :is(.parameters, .responses-table) :is(tr, td) { display: block; width: auto; max-width: none; }
  .swagger-ui :is(.parameters, .responses-table) td { padding: 0.25rem 0; }
  .swagger-ui :is(.parameters, .responses-table) thead { display: none; }
}
`;
