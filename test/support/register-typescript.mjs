// For processes that run the project's TypeScript outside of Jest's module loader: the global setup and the programs
// that tests start. `node --import ./test/support/register-typescript.mjs file.ts` compiles like the suites.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { threadId } from 'node:worker_threads';
import { transformSync, version } from '@swc/core';
import jestConfiguration from '../../jest.config.mjs';

const [[, options]] = Object.values(jestConfiguration.transform);
/** Cache of compiled sources, so that the many processes that tests start don't compile again. */
const COMPILED = new URL('../../node_modules/.cache/typescript/', import.meta.url);
mkdirSync(COMPILED, { recursive: true });

const digestOf = (text) => createHash('sha256').update(text).digest('hex');
const compiler = JSON.stringify([version, options]);

function compile(filename) {
  const source = readFileSync(filename, 'utf8');
  const digest = digestOf(`${compiler}\0${filename}\0${source}`);
  const file = new URL(digestOf(filename), COMPILED);
  try {
    const kept = readFileSync(file, 'utf8');
    if (kept.startsWith(digest)) return kept.slice(digest.length);
  } catch {
    // Not in the cache.
  }
  const { code } = transformSync(source, { ...options, filename });
  try {
    const partial = new URL(`${file.href}.${process.pid}-${threadId}`);
    writeFileSync(partial, `${digest}${code}`);
    renameSync(partial, file);
  } catch {
    // Tests of a full disk limit the size of files. The next process compiles it again.
  }
  return code;
}

const isTypeScript = (url) => url?.endsWith('.ts') && !url.includes('/node_modules/');

registerHooks({
  resolve(specifier, context, nextResolve) {
    const isSource = isTypeScript(context.parentURL) && /^\.{1,2}\/.*\.js$/.test(specifier);
    return nextResolve(isSource ? specifier.replace(/js$/, 'ts') : specifier, context);
  },
  load(url, context, nextLoad) {
    if (!isTypeScript(url)) return nextLoad(url, context);
    return { format: 'module', source: compile(fileURLToPath(url)), shortCircuit: true };
  },
});
