import type { Feature } from './feature.types.js';
import type { AuditAction } from './names.types.js';

/** Returns the audit actions of a feature, each with its title. */
export function auditActionsOf({ auditActions = [] }: Feature): [AuditAction, string][] {
  return isList(auditActions)
    ? auditActions.map((action) => [action, titleFromName(action)])
    : (Object.entries(auditActions) as [AuditAction, string][]);
}

/** Returns "Alert created" for `alert.created`. */
export function titleFromName(action: string): string {
  return action.replaceAll(/[._]/g, ' ').replace(/^./, (letter) => letter.toUpperCase());
}

// Array.isArray() doesn't distinguish read-only lists from other objects.
function isList(auditActions: NonNullable<Feature['auditActions']>): auditActions is readonly AuditAction[] {
  return Array.isArray(auditActions);
}
