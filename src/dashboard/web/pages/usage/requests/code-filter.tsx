import { useQuery } from '@tanstack/react-query';
import type { LoggedRequest } from '../../../api/schemas.ts';
import { Select } from '../../../ui/forms/select.tsx';
import { documentQuery, errorCodes, operationsOf } from '../../reference/document.ts';
import { needsKey } from '../../reference/operation-request.ts';

type ErrorCode = NonNullable<LoggedRequest['code']>;

interface CodeFilterProps {
  value: ErrorCode | '';
  onChange: (code: ErrorCode | '') => void;
}

/** Offers the error codes that the OpenAPI document lists for requests with an API key. */
export function CodeFilter({ value, onChange }: CodeFilterProps) {
  const { data: document } = useQuery(documentQuery);
  const codes = document === undefined ? [] : errorCodes(operationsOf(document).filter(needsKey));
  return (
    <Select
      label="Error code"
      value={value}
      onChange={(code) => onChange(code as ErrorCode | '')}
      className="w-52"
    >
      <option value="">All</option>
      {codes.map(({ code, status }) => (
        <option key={code} value={code}>
          {code} ({status})
        </option>
      ))}
    </Select>
  );
}
