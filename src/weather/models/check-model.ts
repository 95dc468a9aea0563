import { MODEL } from './model.js';

/** Describes, as part of a sentence, what is wrong with a model; undefined if it is valid. */
export function faultOfModel(model: unknown): string | undefined {
  const issues = MODEL.safeParse(model).error?.issues;
  if (!issues) return undefined;
  const { name, records } = Object(model) as { name: string; records: { variable?: string }[] };
  const issue =
    issues.find(({ path }) => path[0] === 'name') ??
    issues.find(({ code }) => code === 'unrecognized_keys') ??
    issues[0];
  const [member, index, ...rest] = issue.path.map(String);
  if (member === 'name')
    return `a model has the name ${JSON.stringify(name)}, and must have one in kebab case`;
  if (member === 'records' && index !== undefined) {
    const record = records[Number(index)]?.variable ?? `the one at ${index}`;
    return `the model ${name} has wrong records: see ${[record, ...rest].join('.')}`;
  }
  if (issue.code === 'unrecognized_keys')
    return `the model ${name} has a member ${[...issue.path, issue.keys[0]].join('.')}, which no model has`;
  if (member === undefined) return 'a model is not an object';
  if (member === 'defaultResolution' && issue.code === 'custom') return `the model ${name} ${issue.message}`;
  return `the model ${name} has no ${issue.path.join('.')}, or a wrong one`;
}
