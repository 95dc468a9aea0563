import { readdirSync, readFileSync, writeFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import * as apps from 'kubernetes-models/apps/v1';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as batch from 'kubernetes-models/batch/v1';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import ts from 'typescript';
import { parse, parseAllDocuments } from 'yaml';
import { OWN_FEATURE_SET } from '../../../src/boot/features/features.js';
import { loadConfiguration } from '../../../src/core/config/load-configuration.js';
import { project } from './compose-file.js';

interface Container {
  name: string;
  command: string[];
  envFrom: object[];
}

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec: {
    selector?: { matchLabels?: object };
    template?: { metadata: { labels: object }; spec: { containers: Container[] } };
    scaleTargetRef?: { kind: string; name: string };
  };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
}

type Model = new (manifest: never) => { validate(): void };

const FOLDER = 'docker/kubernetes';
const MODELS: Record<string, Record<string, unknown>> = {
  v1: core,
  'apps/v1': apps,
  'autoscaling/v2': autoscaling,
  'batch/v1': batch,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
};

const files = readdirSync(project(FOLDER)).filter((file) => file !== 'kustomization.yaml');
const read = (file: string) => readFileSync(project(join(FOLDER, file)), 'utf8');
const manifests = files.flatMap((file) =>
  parseAllDocuments(read(file)).map((document) => document.toJS() as Manifest),
);
const named = manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const);
const workloads = manifests.filter(({ spec }) => spec?.template !== undefined);
const find = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);

describe('docker/kubernetes', () => {
  test('lists every file except the example secret in its kustomization', () => {
    const { resources } = parse(read('kustomization.yaml')) as { resources: string[] };
    expect([...resources, 'secret.example.yaml'].sort()).toEqual([...files].sort());
  });

  test.each(named)('%s matches its schema', (_, manifest) => {
    const Model = MODELS[manifest.apiVersion][manifest.kind] as Model;
    new Model(manifest as never).validate();
  });

  // The schemas accept unknown members; the types generated from them don't.
  test('has no member that Kubernetes doesn’t know', () => {
    expect(faultsOf(manifests)).toEqual([]);
    const [misspelt] = find('Deployment').map((manifest) => ({
      ...manifest,
      spec: { ...manifest.spec, replicaz: 1 },
    }));
    expect(faultsOf([misspelt])).toEqual([expect.stringContaining('replicaz')]);
  });

  test.each(workloads.map((workload) => [`${workload.kind} ${workload.metadata.name}`, workload] as const))(
    '%s runs as a non-root user on a read-only root file system, with resource limits',
    (_, { spec }) => {
      const pod = spec.template!.spec;
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      for (const container of pod.containers)
        expect(container).toMatchObject({
          resources: { requests: { cpu: expect.any(String) }, limits: { memory: expect.any(String) } },
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
        });
    },
  );

  test('probes long-running processes, and lets them shut down gracefully', () => {
    for (const { spec } of workloads.filter(({ kind }) => kind !== 'Job')) {
      const [container] = spec.template!.spec.containers;
      expect(container).toMatchObject({
        startupProbe: { httpGet: { path: '/health/ready' } },
        livenessProbe: { httpGet: { path: '/health/live' } },
      });
      expect(spec.template!.spec).toHaveProperty('terminationGracePeriodSeconds');
      expect(spec.template!.metadata.labels).toMatchObject(spec.selector!.matchLabels!);
    }
  });

  test('keeps replicas in service that cannot reach the database, since they can still respond', () => {
    const [api] = find('StatefulSet').filter(({ metadata }) => metadata.name === 'api');
    expect(api.spec.template!.spec.containers[0]).toMatchObject({
      readinessProbe: { httpGet: { path: '/health/live' } },
      lifecycle: { preStop: { sleep: { seconds: expect.any(Number) } } },
    });
  });

  test('scales and protects an existing workload', () => {
    const [{ spec }] = find('HorizontalPodAutoscaler');
    const { kind, name } = spec.scaleTargetRef!;
    const [api] = manifests.filter((manifest) => manifest.kind === kind && manifest.metadata.name === name);
    expect(find('PodDisruptionBudget')[0].spec.selector).toEqual(api.spec.selector);
  });

  test('gives the service a configuration that it starts with', () => {
    const [{ data }] = find('ConfigMap');
    const [{ stringData }] = find('Secret');
    expect(loadConfiguration({ ...data, ...stringData }, OWN_FEATURE_SET.models)).toMatchObject({
      publicUrl: 'https://weather.example.com',
      isSecure: true,
    });
    for (const { spec } of workloads)
      expect(spec.template!.spec.containers[0].envFrom).toEqual([
        { configMapRef: { name: 'weather' } },
        { secretRef: { name: 'weather' } },
      ]);
  });
});

/** Returns the errors TypeScript finds in the manifests, each typed by its `apiVersion` and `kind`. */
function faultsOf(checked: readonly Manifest[]): string[] {
  const file = project(`test/unit/docker/.manifests-${process.pid}.ts`);
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
