import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { DECLARED_BY_FEATURES } from '../http/declared-names.js';
import { SCOPE_HOLDERS, type ScopeHolder } from '../features/feature.types.js';
import type { ScopeName } from '../features/names.types.js';

@ApiSchema({ name: 'Scope' })
export class ScopeDto {
  @ApiProperty({ enum: DECLARED_BY_FEATURES, enumName: 'ClientScope', example: 'forecast:read' })
  name!: ScopeName;
  /** What the scope allows. */
  @ApiProperty({ example: 'Read the forecast for one location' })
  title!: string;
  /** `key`: an API key uses it. `client`: a client uses it with its own credentials. */
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
