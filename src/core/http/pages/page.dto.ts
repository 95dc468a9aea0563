import { ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, IsOptional, IsString, Matches, Max, Min } from 'class-validator';

/** Which part of a list is wanted. */
@ApiSchema({ name: 'PageQuery' })
export class PageQueryDto {
  /** How many entries to return, 1 to 100. */
  @ApiPropertyOptional({ type: 'integer' })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : value,
  )
  @IsInt({ message: 'limit must be a whole number from 1 to 100' })
  @Min(1, { message: 'limit must be a whole number from 1 to 100' })
  @Max(100, { message: 'limit must be a whole number from 1 to 100' })
  limit?: number = 20;

  /** The `next_cursor` of the previous page. */
  @IsOptional()
  @IsString({ message: 'cursor must be a next_cursor' })
  @Matches(/^[a-z]{3}_[0-9A-Z]{26}$/, { message: 'cursor must be a next_cursor' })
  cursor?: string;
}
