import {
  type ArgumentMetadata,
  type PipeTransform,
  type ValidationError,
  ValidationPipe,
} from '@nestjs/common';
import { type ValidatorOptions } from 'class-validator';
import { type DeclaredNames, undeclaredNames } from '../declared-names.js';
import { escapePointer, isReserved, unknownName } from './request-structure.js';
import { Problem, type RequestFault } from './problem.js';

/** The types of arguments that are not plain objects. */
const OTHER_TYPES = new Set<unknown>([Array, String, Number, Boolean]);

/** Validates bodies and queries against their classes, and refuses unknown names. Their structure is checked before. */
export class RequestValidationPipe implements PipeTransform {
  private readonly body: ValidationPipe;
  private readonly parameters: ValidationPipe;

  constructor(private readonly names: DeclaredNames) {
    this.body = this.bodyPipe('');
    this.parameters = new ClassPipe(names, (faults) => faults.flatMap(parameterFaults));
  }

  /** @param pointer the JSON pointer to the validated value */
  private bodyPipe(pointer: string): ValidationPipe {
    return new ClassPipe(this.names, (faults) => faults.flatMap((fault) => bodyFaults(fault, pointer)));
  }

  transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type !== 'body') {
      refuse(
        Object.keys(Object(value) as object)
          .filter(isReserved)
          .map(unknownParameter),
      );
      return this.parameters.transform(value, metadata) as Promise<unknown>;
    }
    // For a single member, such as a list, the handler's own pipes check the type.
    if (metadata.data !== undefined)
      return this.bodyPipe(`/${escapePointer(metadata.data)}`).transform(value, metadata) as Promise<unknown>;
    if (OTHER_TYPES.has(metadata.metatype)) return this.body.transform(value, metadata) as Promise<unknown>;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (value !== undefined && !isObject)
      refuse([{ pointer: '', detail: 'The body must be a JSON object.' }]);
    return this.body.transform(value ?? {}, metadata) as Promise<unknown>;
  }
}

/** @throws Problem invalid_parameter if there are faults */
function refuse(errors: RequestFault[]): void {
  if (errors.length > 0) throw new Problem('invalid_parameter', { errors });
}

function unknownParameter(parameter: string): RequestFault {
  return { parameter, detail: unknownName('parameter', parameter) };
}

class ClassPipe extends ValidationPipe {
  constructor(
    private readonly names: DeclaredNames,
    toFaults: (errors: ValidationError[]) => RequestFault[],
  ) {
    super({
      transform: true,
      whitelist: true,
      forbidNonWhitelisted: true,
      stopAtFirstError: true,
      validationError: { target: false, value: false },
      exceptionFactory: (errors) => new Problem('invalid_parameter', { errors: toFaults(errors) }),
    });
  }

  protected override async validate(value: object, options?: ValidatorOptions): Promise<ValidationError[]> {
    const errors = await super.validate(value, options);
    const found = new Set(errors.map(({ property }) => property));
    return [...errors, ...undeclaredNames(value, this.names).filter(({ property }) => !found.has(property))];
  }
}

function bodyFaults(error: ValidationError, parentPointer: string): RequestFault[] {
  const pointer = `${parentPointer}/${escapePointer(error.property)}`;
  const own = messages(error, 'member').map((detail) => ({ pointer, detail }));
  return [...own, ...(error.children ?? []).flatMap((child) => bodyFaults(child, pointer))];
}

function parameterFaults(error: ValidationError): RequestFault[] {
  return messages(error, 'parameter').map((detail) => ({ parameter: error.property, detail }));
}

function messages(error: ValidationError, noun: 'member' | 'parameter'): string[] {
  return Object.entries(error.constraints ?? {}).map(([constraint, message]) =>
    constraint === 'whitelistValidation' ? unknownName(noun, error.property) : `${message}.`,
  );
}
