import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/** Where `npm start` serves, for `vite src/dashboard/web`, which shows each change at once. */
const SERVICE = 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [tailwindcss()],
  build: {
    target: 'es2024',
    emptyOutDir: true,
    // A data URL in a style or script would be one more thing for the content policy to allow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    proxy: Object.fromEntries(['/v1', '/docs', '/health', '/openapi.json'].map((path) => [path, SERVICE])),
  },
});
