import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { toInstant } from '../../core/time/index.js';
import { IsTextOf } from '../../core/http/index.js';
import type { OrganizationDomain } from './domain.entity.js';
import { recordName } from './domain-records.service.js';

@ApiSchema({ name: 'AddDomain' })
export class AddDomainDto {
  /** Such as `example.com`. Public suffixes such as `co.uk` and shared mail providers are rejected. */
  @IsTextOf(1, 253)
  domain!: string;
}

@ApiSchema({ name: 'DomainRecord' })
export class DomainRecordDto {
  @ApiProperty({ enum: ['TXT'] })
  type!: 'TXT';
  name!: string;
  value!: string;
}

@ApiSchema({ name: 'Domain' })
export class DomainDto {
  /** Starts with `dom_`. */
  id!: string;
  /** In lower case, with `xn--` for scripts other than ASCII. */
  domain!: string;
  /** The record to publish in the domain's DNS. Keep it there. */
  record!: DomainRecordDto;
  /** ISO 8601, UTC. Null while the domain isn't verified. */
  verified_at!: string | null;
  /** ISO 8601, UTC. */
  created_at!: string;
}

@ApiSchema({ name: 'DomainPage' })
export class DomainPageDto {
  data!: DomainDto[];
  /** Send it as `cursor` to get the next page; null on the last page. */
  next_cursor!: string | null;
}

export function toDomainDto({
  id,
  domain,
  recordValue,
  verifiedAt,
  createdAt,
}: OrganizationDomain): DomainDto {
  return {
    id,
    domain,
    record: { type: 'TXT', name: recordName(domain), value: recordValue },
    verified_at: verifiedAt ? toInstant(verifiedAt) : null,
    created_at: toInstant(createdAt),
  };
}
