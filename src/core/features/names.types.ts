/* eslint-disable @typescript-eslint/no-empty-object-type -- features fill them */
/**
 * The names that features declare. A feature adds its own by declaration merging, so that an undeclared scope or
 * problem doesn't compile: `declare module '…/names.types.js' { interface Problems { too_many_alerts: true } }`.
 * Declared audit actions and ID prefixes are only suggested by editors; others compile, too.
 */
export interface Scopes {}
export interface Problems {}
export interface AuditActions {}
export interface IdPrefixes {}
/** What the roles of an organization can allow. */
export interface Permissions {}
/** Event types, with the data that subscribers receive: `{ 'client.changed': { client_id: string } }`. */
export interface Events {}
/** Settings, with the types of their values: `{ TIDES_URL: string }`. */
export interface Settings {}
/** The entities that hooks of features receive, declared by the features that own them. */
export interface Owners {}

export type ScopeName = Extract<keyof Scopes, string>;
export type PermissionName = Extract<keyof Permissions, string>;
export type ProblemCode = Extract<keyof Problems, string>;
export type AuditAction = Extract<keyof AuditActions, string> | (string & {});
/** Three letters that the IDs of one type start with. */
export type IdPrefix = Extract<keyof IdPrefixes, string> | (string & {});
export type SettingName = Extract<keyof Settings, string>;
export type EventType = Extract<keyof Events, string>;
