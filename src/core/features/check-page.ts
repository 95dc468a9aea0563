import { statSync } from 'node:fs';
import { PAGE_ICONS } from './feature.types.js';

const SEGMENT = '/[a-z][a-z0-9]*(-[a-z0-9]+)*';
const PATH = new RegExp(`^${SEGMENT}$`);
const COMPONENT_PATH = new RegExp(String.raw`^(/|(${SEGMENT})+(/\*)?)$`);

const PAGES =
  'a list of { path, title, script }: a path such as /alerts, and the file: URL of a script that exists';

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
const isOptionalBoolean = (value: unknown) => value === undefined || typeof value === 'boolean';

/** @returns the member of a page that has an invalid value, and what is expected */
export function faultOfPage(page: unknown, isOwn: boolean): [member: string, expected: string] | undefined {
  const { path, title, script, icon, order, adminsOnly, ofOrganization, ...others } = (page ?? {}) as Record<
    string,
    unknown
  >;
  const isComponent =
    isOwn &&
    script === undefined &&
    isText(path) &&
    COMPONENT_PATH.test(path) &&
    (title === undefined || isText(title));
  if (!isComponent && !(isText(path) && PATH.test(path) && isText(title) && isFile(script)))
    return ['dashboard', PAGES];
  const [unknown] = Object.keys(others);
  const expected: [member: string, isFine: boolean, expected: string][] = [
    ['icon', icon === undefined || PAGE_ICONS.includes(icon as never), `one of ${PAGE_ICONS.join(', ')}`],
    ['order', order === undefined || Number.isFinite(order), 'a number'],
    ['adminsOnly', isOptionalBoolean(adminsOnly), 'true or false'],
    ['ofOrganization', isOptionalBoolean(ofOrganization), 'true or false'],
    [unknown, unknown === undefined, 'left out: a page has no such member'],
  ];
  const fault = expected.find(([, isFine]) => !isFine);
  return fault && [`dashboard.${path}.${fault[0]}`, fault[2]];
}

const isFile = (script: unknown) =>
  script instanceof URL &&
  script.protocol === 'file:' &&
  statSync(script, { throwIfNoEntry: false })?.isFile() === true;
