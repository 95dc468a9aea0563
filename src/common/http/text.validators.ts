import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsString, ValidateBy } from 'class-validator';

/** A string of so many code points (not UTF-16 units) that PostgreSQL can hold. */
export function IsTextOf(minimum: number, maximum: number): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ minLength: minimum, maxLength: maximum }),
    ValidateBy({
      name: 'isTextOf',
      validator: {
        validate: (value: unknown) => {
          if (typeof value !== 'string' || value.includes('\0') || !value.isWellFormed()) return false;
          const { length } = [...value];
          return length >= minimum && length <= maximum;
        },
        defaultMessage: (argument) =>
          `${argument?.property} must be text of ${minimum} to ${maximum} characters`,
      },
    }),
  );
}

/** Surrounding blanks are dropped before the text is checked. */
export function Trimmed(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value));
}

/** A password of 8 to 256 code points, taken verbatim. */
export function IsPassword(): PropertyDecorator {
  return applyDecorators(ApiProperty({ format: 'password' }), IsString(), IsTextOf(8, 256));
}
