import { applyDecorators } from '@nestjs/common';
import { Allow, ValidationError } from 'class-validator';

/** Names that features declare and requests may use, by the name of the schema that lists them in the API reference. */
export type DeclaredNames = Readonly<
  Record<
    | 'ScopeName'
    | 'ClientScope'
    | 'KeyScope'
    | 'TokenScope'
    | 'OrganizationPermission'
    | 'AuditAction'
    | 'EventType'
    | 'ProblemCode'
    | 'RequestedSource'
    | 'AnswerSource'
    | 'MetricName'
    | 'MetricGroup',
    readonly string[]
  >
>;
export type NameKind = keyof DeclaredNames;

interface DeclaredOptions {
  /** A list of names. */
  each?: boolean;
  /** The error message for an undeclared name. The default lists all declared names. */
  message?: string;
}

interface DeclaredMember extends DeclaredOptions {
  member: string;
  kind: NameKind;
}

const MEMBERS = Symbol('declared-members');

/** A placeholder for a list that depends on the loaded features. The API reference has the full list. */
export const DECLARED_BY_FEATURES: string[] = [];

/** A name, or a list of names, that the loaded features declare. */
export function IsDeclared(kind: NameKind, options: DeclaredOptions = {}): PropertyDecorator {
  return applyDecorators(Allow(), (target: object, property: string | symbol) => {
    const declared = [...declaredMembers(target), { member: String(property), kind, ...options }];
    Reflect.defineMetadata(MEMBERS, declared, target);
  });
}

/** Returns the errors of members marked with `IsDeclared`, in the form of the other validators. */
export function undeclaredNames(value: object, names: DeclaredNames): ValidationError[] {
  return declaredMembers(value).flatMap(({ member, kind, each = false, message }) => {
    const given = (value as Record<string, unknown>)[member];
    if (given === undefined || given === null) return [];
    const all = each ? given : [given];
    if (Array.isArray(all) && all.every((name) => names[kind].includes(name as string))) return [];
    const error = new ValidationError();
    error.property = member;
    const listed = `${member} must be ${each ? 'among' : 'one of'} ${names[kind].join(', ')}`;
    error.constraints = { isDeclared: message ?? listed };
    return [error];
  });
}

function declaredMembers(target: object): DeclaredMember[] {
  return (Reflect.getMetadata(MEMBERS, target) ?? []) as DeclaredMember[];
}
