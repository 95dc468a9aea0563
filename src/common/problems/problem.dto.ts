import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { PROBLEM_CODES, type ProblemCode } from './problem-catalogue.js';
import { MOST_LISTED_FAULTS } from './problem.js';

@ApiSchema({ name: 'RequestFault' })
export class RequestFaultDto {
  @ApiPropertyOptional({ description: 'The query or path parameter at fault.', example: 'lat' })
  parameter?: string;

  @ApiPropertyOptional({
    description: 'The member of the body at fault, as a JSON pointer.',
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

  @ApiProperty({ description: 'What the code means; the same each time.' })
  title!: string;

  @ApiProperty({ type: 'integer', description: 'The HTTP status.' })
  status!: number;

  @ApiProperty({ description: 'What happened this time.' })
  detail!: string;

  @ApiPropertyOptional({ description: 'The path of the request; absent where it could not be read.' })
  instance?: string;

  @ApiProperty({
    enum: PROBLEM_CODES,
    enumName: 'ProblemCode',
    description: 'Stable: what programs test.',
  })
  code!: ProblemCode;

  @ApiPropertyOptional({
    type: [RequestFaultDto],
    maxItems: MOST_LISTED_FAULTS,
    description: `The faults of the request, at most ${MOST_LISTED_FAULTS}; where there are more, "detail" says how many.`,
  })
  errors?: RequestFaultDto[];

  @ApiPropertyOptional({
    type: [String],
    name: 'violated-policies',
    description: 'With quota_exceeded: the spent windows.',
  })
  violatedPolicies?: string[];
}
