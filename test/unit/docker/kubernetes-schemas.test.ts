/** @slow */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import ts from 'typescript';
import { describeWithRegistry } from '../../support/describe-with-registry.js';
import { installPackages } from '../../support/install-packages.js';
import { type Manifest, manifests } from './manifests.js';

type Model = new (manifest: never) => { validate(): void };

const named = manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const);

let folder: string;

describeWithRegistry('docker/kubernetes', () => {
  beforeAll(() => {
    folder = installPackages({ 'kubernetes-models': '5.1.0' });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(named)('%s matches its schema', async (_, manifest) => {
    const file = join(folder, 'node_modules/kubernetes-models', manifest.apiVersion, 'index.js');
    const models = (await import(file)) as Record<string, Model>;
    new models[manifest.kind](manifest as never).validate();
  });

  // The schemas accept unknown members; the types generated from them don't.
  test('has no member that Kubernetes doesn’t know', () => {
    expect(faultsOf(manifests)).toEqual([]);
    const misspelt = manifests
      .filter(({ kind }) => kind === 'Deployment')
      .map((manifest) => ({ ...manifest, spec: { ...manifest.spec, replicaz: 1 } }));
    expect(faultsOf(misspelt.slice(0, 1))).toEqual([expect.stringContaining('replicaz')]);
  });
});

/** Returns the errors TypeScript finds in the manifests, each typed by its `apiVersion` and `kind`. */
function faultsOf(checked: readonly Manifest[]): string[] {
  const file = join(folder, 'manifests.mts');
  const lines = checked.map(
    ({ apiVersion, kind }, i) => `import type { I${kind} as T${i} } from 'kubernetes-models/${apiVersion}';`,
  );
  lines.push(...checked.map((manifest, i) => `export const m${i}: T${i} = ${JSON.stringify(manifest)};`));
  writeFileSync(file, lines.join('\n'));
  try {
    const program = ts.createProgram([file], {
      noEmit: true,
      strict: true,
      skipLibCheck: true,
      types: [],
      target: ts.ScriptTarget.ES2024,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
    });
    return ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  } finally {
    rmSync(file);
  }
}
