import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import type { ProblemCode } from '../../features/names.types.js';
import { DECLARED_BY_FEATURES } from '../declared-names.js';
import { MOST_LISTED_FAULTS } from './problem.js';

@ApiSchema({ name: 'RequestFault' })
export class RequestFaultDto {
  @ApiPropertyOptional({ description: 'The invalid query or path parameter.', example: 'lat' })
  parameter?: string;

  @ApiPropertyOptional({
    description: 'The invalid property of the body, as a JSON pointer.',
    example: '/name',
  })
  pointer?: string;

  @ApiProperty({ description: 'What is expected.' })
  detail!: string;
}

@ApiSchema({ name: 'Problem', description: 'An error, as RFC 9457 describes it.' })
export class ProblemDto {
  @ApiProperty({ format: 'uri', description: 'The page that explains the code.' })
  type!: string;

  @ApiProperty({ description: 'A summary of the error, the same for every occurrence of `code`.' })
  title!: string;

  @ApiProperty({ type: 'integer', description: 'The HTTP status.' })
  status!: number;

  @ApiProperty({ description: 'A description of this occurrence.' })
  detail!: string;

  @ApiPropertyOptional({ description: 'The path of the request; absent if it could not be read.' })
  instance?: string;

  @ApiProperty({
    enum: DECLARED_BY_FEATURES,
    enumName: 'ProblemCode',
    description: 'A stable identifier. Check it in your programs.',
  })
  code!: ProblemCode;

  @ApiPropertyOptional({
    type: [RequestFaultDto],
    maxItems: MOST_LISTED_FAULTS,
    description: `The errors in the request, at most ${MOST_LISTED_FAULTS}; if there are more, "detail" says how many.`,
  })
  errors?: RequestFaultDto[];

  @ApiPropertyOptional({
    type: [String],
    name: 'violated-policies',
    description: 'The windows that are used up, if a limit was exceeded.',
  })
  violatedPolicies?: string[];
}
