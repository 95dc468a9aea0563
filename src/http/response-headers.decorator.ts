import { applyDecorators } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';

/** Begins the extensions that stand for headers, until the OpenAPI document is completed by them. */
const MARK = 'x-response-header-';

/** A header that a program may act on. */
export interface ResponseHeader {
  description: string;
  /** Whether it is on every response that can have it. */
  required?: boolean;
  example: string | number;
}

export interface MarkedHeader extends ResponseHeader {
  name: string;
  /** None: on all. */
  statuses: readonly string[];
}

/** Documents headers of a route, on the responses with the given statuses or, where none are given, on all. */
export function ApiResponseHeaders(
  headers: Record<string, ResponseHeader>,
  ...statuses: string[]
): MethodDecorator {
  const marks = Object.entries(headers).map(([name, header]): MarkedHeader => ({
    name,
    statuses,
    ...header,
  }));
  return applyDecorators(...marks.map((mark) => ApiExtension(`${MARK}${mark.name}`, mark)));
}

/** The headers of an operation, which is left without their marks. */
export function takeResponseHeaders(operation: Record<string, unknown>): MarkedHeader[] {
  return Object.keys(operation)
    .filter((key) => key.startsWith(MARK))
    .map((key) => {
      const mark = operation[key] as MarkedHeader;
      delete operation[key];
      return mark;
    });
}
