import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Compresses scripts and styles in advance to make serving them cheap. */
const compress = {
  name: 'compress',
  writeBundle({ dir }, bundle) {
    for (const name of Object.keys(bundle).filter((name) => name.startsWith('assets/'))) {
      const content = readFileSync(join(dir, name));
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync(content, { params }));
      writeFileSync(join(dir, `${name}.gz`), gzipSync(content, { level: 9 }));
    }
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), compress],
  build: {
    // `npm run build` moves it to dist/web.
    outDir: '../../../dist.next-web',
    target: 'es2024',
    emptyOutDir: true,
    // Data URLs in styles or scripts would have to be allowed by the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Swagger UI is that large. A browser test limits what each page loads.
    chunkSizeWarningLimit: 2000,
  },
});
