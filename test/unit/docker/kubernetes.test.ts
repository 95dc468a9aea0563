import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { OWN_FEATURE_SET } from '../../../src/boot/features/features.js';
import { loadConfiguration } from '../../../src/core/config/load-configuration.js';
import { files, manifests, read } from './manifests.js';

const workloads = manifests.filter(({ spec }) => spec?.template !== undefined);
const find = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);

describe('docker/kubernetes', () => {
  test('lists every file except the example secret in its kustomization', () => {
    const { resources } = parse(read('kustomization.yaml')) as { resources: string[] };
    expect([...resources, 'secret.example.yaml'].sort()).toEqual([...files].sort());
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
