import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsEmail, IsOptional, IsString, ValidateBy, ValidateIf } from 'class-validator';
import { isCommonPassword } from '../common/common-passwords.js';

/** They move or hide what stands beside them; joiners within emoji and scripts are none of them. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
/** Anything but blanks and what has no width; the last one is an empty pattern of Braille. */
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{C}\p{Z}\u2800]/u;
/** Two addresses that look alike must not differ by them. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{C}\p{Z}]/u;

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

/** What people call something: 1 to 100 characters, at least one of them visible, and none that moves or hides others. */
export function IsName(): PropertyDecorator {
  return applyDecorators(
    Trimmed(),
    IsTextOf(1, 100),
    ValidateBy({
      name: 'isPrintable',
      validator: {
        validate: (value: unknown) =>
          typeof value !== 'string' || (VISIBLE.test(value) && !UNPRINTABLE.test(value)),
        defaultMessage: (argument) =>
          `${argument?.property} must have a visible character, and no control characters`,
      },
    }),
  );
}

/** Taken in its composed form (NFC), of 3 to 254 characters. */
export function IsEmailAddress(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' ? value.trim().normalize('NFC') : value,
    ),
    IsTextOf(3, 254),
    IsEmail({}, { message: '$property must be an email address' }),
    ValidateBy({
      name: 'isVisible',
      validator: {
        validate: (value: unknown) => typeof value !== 'string' || !INVISIBLE.test(value),
        defaultMessage: (argument) => `${argument?.property} must not have invisible characters`,
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
        defaultMessage: (argument) => `${argument?.property} is too common: choose a different one`,
      },
    }),
    IsTextOf(8, 256),
  );
}
