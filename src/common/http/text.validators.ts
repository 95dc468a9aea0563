import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional, IsString, ValidateBy, ValidateIf } from 'class-validator';
import { isCommonPassword } from '../common-passwords.js';

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

/** May be left out, but is not null. */
export function Omittable(): PropertyDecorator {
  return ValidateIf((_, value) => value !== undefined);
}

/** May be left out, for which null stands, too. */
export function OmittableOrNull(): PropertyDecorator {
  return applyDecorators(IsOptional(), ApiPropertyOptional({ nullable: true }));
}

/** A password of 8 to 256 code points that is not among the most used ones, taken verbatim. */
export function IsPassword(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ format: 'password' }),
    IsString(),
    ValidateBy({
      name: 'isUncommonPassword',
      validator: {
        validate: (value: unknown) => typeof value !== 'string' || !isCommonPassword(value),
        defaultMessage: (argument) => `${argument?.property} is one of the most used ones: choose another`,
      },
    }),
    IsTextOf(8, 256),
  );
}
