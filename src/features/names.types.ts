/* eslint-disable @typescript-eslint/no-empty-object-type -- features fill them */
/**
 * The names that features declare. A feature adds its own by declaration merging, so that a scope or a problem which nobody
 * declares does not compile: `declare module '…/names.types.js' { interface Problems { too_many_alerts: true } }`. Editors
 * suggest audit actions and prefixes of ids that are declared so; others compile, too.
 */
export interface Scopes {}
export interface Problems {}
export interface AuditActions {}
export interface IdPrefixes {}
/** What happens, with the data that subscribers get of it: `{ 'client.changed': { client_id: string } }`. */
export interface Events {}

export type ScopeName = Extract<keyof Scopes, string>;
export type ProblemCode = Extract<keyof Problems, string>;
export type AuditAction = Extract<keyof AuditActions, string> | (string & {});
/** Three letters that begin the ids of one type. */
export type IdPrefix = Extract<keyof IdPrefixes, string> | (string & {});
export type EventType = Extract<keyof Events, string>;
