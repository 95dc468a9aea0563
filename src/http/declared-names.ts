import { applyDecorators } from '@nestjs/common';
import { Allow, ValidationError } from 'class-validator';

/** What features declare and requests may name, by the name of the schema that lists it in the API reference. */
export type DeclaredNames = Readonly<
  Record<
    | 'ScopeName'
    | 'ClientScope'
    | 'KeyScope'
    | 'TokenScope'
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
  /** What to say of another one; without it, all of them are listed. */
  message?: string;
}

interface DeclaredMember extends DeclaredOptions {
  member: string;
  kind: NameKind;
}

const MEMBERS = Symbol('declared-members');

/** In place of a list that differs from application to application; the API reference has the whole. */
export const DECLARED_BY_FEATURES: string[] = [];

/** A name, or a list of names, out of those that the application's features declare. */
export function IsDeclared(kind: NameKind, options: DeclaredOptions = {}): PropertyDecorator {
  return applyDecorators(Allow(), (target: object, property: string | symbol) => {
    const declared = [...declaredMembers(target), { member: String(property), kind, ...options }];
    Reflect.defineMetadata(MEMBERS, declared, target);
  });
}

/** The faults of an object's members that `IsDeclared` is about, in the form of the other validators. */
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
