import { statSync } from 'node:fs';
import * as z from 'zod/mini';
import { SWITCH, TEXT, functionOf, listOf, someOf, whole } from '../../weather/checks/index.js';
import type { Configuration } from '../config/configuration.js';
import { ORGANIZATION_ROLES, PAGE_ICONS, SCOPE_HOLDERS } from './feature-choices.js';

const SEGMENT = '/[a-z][a-z0-9]*(-[a-z0-9]+)*';

export const SCOPE = {
  title: TEXT,
  holders: whole(`a list out of ${SCOPE_HOLDERS.join(', ')}`, someOf(z.enum(SCOPE_HOLDERS))),
  /** Whether new clients get it. */
  byDefault: SWITCH,
};

/** What roles allow in an organization. */
export const PERMISSION = {
  title: TEXT,
  roles: whole(`a list out of ${ORGANIZATION_ROLES.join(', ')}`, listOf(z.enum(ORGANIZATION_ROLES))),
  /** Whether an administrator of the service may do it in every organization, without being its member. Default: no. */
  administrators: z.optional(SWITCH),
};

/** An event that callers can subscribe to. */
export const EVENT = {
  title: TEXT,
  /** When it is published. */
  description: TEXT,
  /** An example of an event's data. */
  example: z.readonly(z.record(z.string(), z.unknown(), 'an object')),
};

export const TAG = { name: TEXT, description: TEXT };

const PAGE_ENTRY = {
  /** By default, a puzzle piece. */
  icon: z.optional(z.enum(PAGE_ICONS, `one of ${PAGE_ICONS.join(', ')}`)),
  /** Sort key, ascending; pages without one come last. Built-in pages use 10, 20 and so on. */
  order: z.optional(z.number('a number')),
  /** Whether only administrators see the page. Access control is up to the guards of its routes. */
  adminsOnly: z.optional(SWITCH),
  /** Whether it shows data of the selected organization. Members without access see an explanation instead. */
  ofOrganization: z.optional(SWITCH),
};

/** A page of the dashboard, listed in its navigation. */
export const DASHBOARD_PAGE = {
  /** One segment, such as `/alerts`. */
  path: z.string().check(z.regex(new RegExp(`^${SEGMENT}$`))),
  title: TEXT,
  /** An ES module file whose default export is a `MountPage`, which fills the page. */
  script: z.custom<URL>(isFile),
  ...PAGE_ENTRY,
};

/**
 * A page that is a component of the dashboard itself, with a route in `dashboard/web/router.tsx`. Only built-in
 * features can have such pages.
 */
export const COMPONENT_PAGE = {
  /** Of any depth; `/clients/*` matches everything below `/clients`. */
  path: z.string().check(z.regex(new RegExp(String.raw`^(/|(${SEGMENT})+(/\*)?)$`))),
  /** A page below another, such as `/admin/mail`, is a tab of it. Without a title, it isn't listed. */
  title: z.optional(TEXT),
  script: z.optional(z.undefined()),
  /** Whether the navigation lists it. Default: yes. */
  isListed: z.optional(functionOf<(configuration: Configuration) => boolean>()),
  ...PAGE_ENTRY,
};

function isFile(script: unknown): boolean {
  return (
    script instanceof URL &&
    script.protocol === 'file:' &&
    statSync(script, { throwIfNoEntry: false })?.isFile() === true
  );
}
