import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { DECLARED_BY_FEATURES } from '../../http/declared-names.js';
import { SCOPE_HOLDERS, type ScopeHolder } from '../feature-choices.js';
import type { ScopeName } from '../names.types.js';
import { Omittable } from '../../http/validation/text.validators.js';

@ApiSchema({ name: 'ScopesQuery' })
export class ScopesQueryDto {
  @ApiPropertyOptional({
    enum: SCOPE_HOLDERS,
    enumName: 'ScopeHolder',
    description: 'Only scopes that it can use. Default: those of clients and API keys.',
  })
  @Omittable()
  @IsIn(SCOPE_HOLDERS, { message: `holder must be one of ${SCOPE_HOLDERS.join(', ')}` })
  holder?: ScopeHolder;
}

@ApiSchema({ name: 'Scope' })
export class ScopeDto {
  @ApiProperty({ enum: DECLARED_BY_FEATURES, enumName: 'ScopeName', example: 'forecast:read' })
  name!: ScopeName;
  /** What the scope allows. */
  @ApiProperty({ example: 'Read the forecast for one location' })
  title!: string;
  /** `key`: an API key uses it. `client`: a client uses it with its own credentials. `token`: a personal access token uses it. */
  @ApiProperty({ enum: SCOPE_HOLDERS, enumName: 'ScopeHolder', isArray: true, example: ['key'] })
  holders!: ScopeHolder[];
  /** Whether new clients have it. */
  @ApiProperty({ example: true })
  by_default!: boolean;
}

@ApiSchema({ name: 'Scopes' })
export class ScopesDto {
  data!: ScopeDto[];
}
