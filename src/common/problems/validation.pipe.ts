import {
  type ArgumentMetadata,
  Injectable,
  type PipeTransform,
  type ValidationError,
  ValidationPipe,
} from '@nestjs/common';
import { escapePointer, isReserved, unknownName } from './request-structure.js';
import { Problem, type RequestFault } from './problem.js';

/** Checks bodies and queries, whose structure was looked at before, against their classes: what is unknown is refused. */
@Injectable()
export class RequestValidationPipe implements PipeTransform {
  private readonly body = createPipe((faults) => faults.flatMap((fault) => bodyFaults(fault, '')));
  private readonly parameters = createPipe((faults) => faults.flatMap(parameterFaults));

  transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type !== 'body') {
      refuse(
        Object.keys(Object(value) as object)
          .filter(isReserved)
          .map(unknownParameter),
      );
      return this.parameters.transform(value, metadata) as Promise<unknown>;
    }
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (value !== undefined && !isObject)
      refuse([{ pointer: '', detail: 'The body must be a JSON object.' }]);
    return this.body.transform(value ?? {}, metadata) as Promise<unknown>;
  }
}

/** @throws Problem invalid_parameter where there are faults. */
function refuse(errors: RequestFault[]): void {
  if (errors.length > 0) throw new Problem('invalid_parameter', { errors });
}

function unknownParameter(parameter: string): RequestFault {
  return { parameter, detail: unknownName('parameter', parameter) };
}

function createPipe(toFaults: (errors: ValidationError[]) => RequestFault[]): ValidationPipe {
  return new ValidationPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    stopAtFirstError: true,
    validationError: { target: false, value: false },
    exceptionFactory: (errors) => new Problem('invalid_parameter', { errors: toFaults(errors) }),
  });
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
