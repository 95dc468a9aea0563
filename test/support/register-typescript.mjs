// For processes that run the project's TypeScript outside of Jest's module loader: its global setup, and the programs
// that tests start. `node --import ./test/support/register-typescript.mjs file.ts` compiles as the suites do.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';
import jestConfiguration from '../../jest.config.mjs';

const [[, options]] = Object.values(jestConfiguration.transform);
const isTypeScript = (url) => url?.endsWith('.ts') && !url.includes('/node_modules/');

registerHooks({
  resolve(specifier, context, nextResolve) {
    const isSource = isTypeScript(context.parentURL) && /^\.{1,2}\/.*\.js$/.test(specifier);
    return nextResolve(isSource ? specifier.replace(/js$/, 'ts') : specifier, context);
  },
  load(url, context, nextLoad) {
    if (!isTypeScript(url)) return nextLoad(url, context);
    const filename = fileURLToPath(url);
    const { code } = transformSync(readFileSync(filename, 'utf8'), { ...options, filename });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
