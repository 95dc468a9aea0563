import type { ProblemForm, RequestFault } from '../../core/http/index.js';
import { TomorrowIoErrorDto } from './tomorrow-io.dto.js';

/** Tomorrow.io's error types, by HTTP status. */
const TYPES: Readonly<Record<number, string>> = {
  401: 'Invalid Key',
  403: 'Access Denied',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Calls',
  503: 'Service Unavailable',
};
const CODES_OF_STATUS = 1000;
const INVALID_BODY = { code: 400001, type: 'Invalid Body Parameters' };
const INVALID_QUERY = { code: 400002, type: 'Invalid Query Parameters' };
const RULE_VIOLATION = { code: 400005, type: 'Rule Violation' };

/** Errors in Tomorrow.io's format, with this API's statuses. Its codes are the status followed by a number. */
export const TOMORROW_IO_PROBLEMS: ProblemForm = {
  folder: '/v4/',
  mediaType: 'application/json',
  schema: TomorrowIoErrorDto,
  write: ({ status, code, errors, detail }) => ({
    ...(status === 400 ? ofBadRequest(code, errors as RequestFault[] | undefined) : ofStatus(Number(status))),
    message: detail,
  }),
};

function ofBadRequest(code: string, [fault]: RequestFault[] = []) {
  if (code === 'malformed_body' || fault?.pointer !== undefined) return INVALID_BODY;
  return fault ? INVALID_QUERY : RULE_VIOLATION;
}

function ofStatus(status: number) {
  return { code: status * CODES_OF_STATUS + 1, type: TYPES[status] ?? 'Internal Error' };
}
