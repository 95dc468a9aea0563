import { applyDecorators } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';

/** The prefix of extensions that stand for headers until they are added to the OpenAPI document. */
const MARK = 'x-response-header-';

/** A header that a program may act on. */
export interface ResponseHeader {
  description: string;
  /** Whether every response that can have the header has it. */
  required?: boolean;
  example: string | number;
}

export interface MarkedHeader extends ResponseHeader {
  name: string;
  /** If empty, the header is on responses of all statuses. */
  statuses: readonly string[];
}

/** Documents headers of a route, on responses with the given statuses or, if none are given, on all. */
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

/** Removes the marks from an operation, and returns its headers. */
export function takeResponseHeaders(operation: Record<string, unknown>): MarkedHeader[] {
  return Object.keys(operation)
    .filter((key) => key.startsWith(MARK))
    .map((key) => {
      const mark = operation[key] as MarkedHeader;
      delete operation[key];
      return mark;
    });
}
