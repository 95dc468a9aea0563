import { renderPage } from './page.js';

/** The API reference: Swagger UI over the service's own document. Its styles and scripts are files, as the content policy asks. */
export const REFERENCE_PAGE = renderPage(
  'API reference · Weather Forecast Service',
  `<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
<link rel="stylesheet" href="/docs/reference.css">
<div id="swagger-ui"></div>
<script src="/docs/assets/swagger-ui-bundle.js"></script>
<script src="/docs/reference.js"></script>`,
);

export const REFERENCE_SCRIPT = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  displayOperationId: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
  presets: [SwaggerUIBundle.presets.apis],
});
`;

/** Swagger UI brings a dark scheme behind a class; the page follows the reader's setting instead. */
export const REFERENCE_STYLE = `body { background: #fff; }
.swagger-ui .wrapper { padding: 0 1rem; }
.swagger-ui .info { margin: 1.5rem 0; }
@media (prefers-color-scheme: dark) {
  body { background: #1c2022; }
}
`;
