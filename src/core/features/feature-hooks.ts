import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { FeatureSet } from './feature-set.js';
import type { ExportedLists, HookContext } from './feature.types.js';
import type { Owners } from './names.types.js';

/** Calls the hooks of all features, in the order of the features. */
@Injectable()
export class FeatureHooks {
  private readonly context: HookContext;

  constructor(
    private readonly set: FeatureSet,
    modules: ModuleRef,
  ) {
    this.context = { get: (provider) => modules.get(provider, { strict: false }) };
  }

  async endAccount(em: EntityManager, account: Owners['account']): Promise<void> {
    for (const { onAccountEnd } of this.set.features) await onAccountEnd?.(em, account, this.context);
  }

  async endOrganizations(em: EntityManager, organizations: readonly Owners['organization'][]): Promise<void> {
    const context = { ...this.context, together: organizations };
    for (const { onOrganizationEnd } of this.set.features)
      for (const organization of organizations) await onOrganizationEnd?.(em, organization, context);
  }

  /** Returns a function for each feature that stores anything about accounts, which returns its lists. */
  exportsOf(
    em: EntityManager,
    account: Owners['account'],
  ): { feature: string; read: () => Promise<ExportedLists> }[] {
    return this.set.features.flatMap(({ name, exportOf }) =>
      exportOf ? { feature: name, read: async () => exportOf(em, account, this.context) } : [],
    );
  }
}
