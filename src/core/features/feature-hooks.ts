import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { EntitySchema } from '@mikro-orm/core';
import { LOCK_ORDER } from '../database/locking/lock-order.js';
import { FeatureSet } from './feature-set.js';
import type { EntityType, ExportedLists, Feature } from './feature.types.js';
import type { HookContext } from './hook-context.types.js';
import type { Owners } from './names.types.js';

/** Calls the hooks of all features. */
@Injectable()
export class FeatureHooks {
  private readonly context: HookContext;
  /** As transactions lock: see `LOCK_ORDER`. Features whose tables aren't in it come last. */
  private readonly inLockOrder: readonly Feature[];

  constructor(
    private readonly set: FeatureSet,
    modules: ModuleRef,
  ) {
    this.inLockOrder = set.features.toSorted((one, other) => rankOf(one) - rankOf(other));
    this.context = { get: (provider) => modules.get(provider, { strict: false }) };
  }

  async endAccount(em: EntityManager, account: Owners['account']): Promise<void> {
    for (const { onAccountEnd } of this.inLockOrder) await onAccountEnd?.(em, account, this.context);
  }

  async endOrganizations(em: EntityManager, organizations: readonly Owners['organization'][]): Promise<void> {
    const context = { ...this.context, together: organizations };
    for (const { onOrganizationEnd } of this.inLockOrder)
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

/** Returns the rank of the last of the feature's tables. */
function rankOf({ entities = [] }: Feature): number {
  const ranks = entities.map((entity) => LOCK_ORDER.indexOf(tableOf(entity))).filter((rank) => rank >= 0);
  return ranks.length > 0 ? Math.max(...ranks) : LOCK_ORDER.length;
}

function tableOf(entity: EntityType): string {
  const schema = entity instanceof EntitySchema ? entity : EntitySchema.REGISTRY.get(entity);
  return schema?.meta.tableName ?? '';
}
