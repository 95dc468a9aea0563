import { FeatureError } from './feature-error.js';
import { routesOf } from './feature-routes.js';
import type { Feature } from './feature.types.js';

/** @throws FeatureError that names the two features which claim the same */
export function refuseConflicts(features: readonly Feature[]): void {
  const modules = new Set<unknown>(features.flatMap(({ module }) => module ?? []));
  const owners = new Map<string, Feature>();
  for (const feature of features)
    for (const claim of claimsOf(feature, modules)) {
      const owner = owners.get(claim);
      if (owner) throw new FeatureError(conflict(owner, feature, claim));
      owners.set(claim, feature);
    }
}

function conflict(one: Feature, other: Feature, claim: string): string {
  if (one === other) return `The feature "${one.name}" claims ${claim} twice.`;
  if (one.name === other.name) return `Two features claim ${claim}.`;
  return `The features "${one.name}" and "${other.name}" both claim ${claim}.`;
}

function claimsOf(feature: Feature, modules: ReadonlySet<unknown>): string[] {
  const {
    name,
    scopes = {},
    problems = {},
    auditActions = [],
    idPrefixes = {},
    tags = [],
    dashboard = [],
  } = feature;
  return [
    `the name ${name}`,
    ...Object.keys(scopes).map((scope) => `the scope ${scope}`),
    ...Object.keys(problems).map((code) => `the problem ${code}`),
    ...auditActions.map((action) => `the audit action ${action}`),
    ...Object.values(idPrefixes).map((prefix) => `the ID prefix ${prefix}`),
    ...routesOf(feature, modules).map((route) => `the route ${route}`),
    ...dashboard.map(({ path }) => `the route GET ${path}`),
    ...tags.map((tag) => `the tag ${tag.name}`),
  ];
}
