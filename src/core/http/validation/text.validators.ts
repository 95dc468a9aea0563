import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsEmail, IsOptional, IsString, ValidateBy, ValidateIf } from 'class-validator';
import { isCommonPassword } from '../../common/common-passwords.js';
import { typedSecret } from '../../common/typed-secret.js';

/** Characters that move or hide their neighbors. Joiners within emoji and scripts are not among them. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
/** Anything but whitespace and zero-width characters. U+2800 is the blank Braille pattern. */
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{C}\p{Z}\u2800]/u;
/** Characters by which two addresses that look the same could differ. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{C}\p{Z}]/u;

/**
 * A string that PostgreSQL can store, with a length in code points (not UTF-16 units).
 * @param measured returns the text that has the length
 */
export function IsTextOf(
  minimum: number,
  maximum: number,
  measured = (text: string): string => text,
): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ minLength: minimum, maxLength: maximum }),
    ValidateBy({
      name: 'isTextOf',
      validator: {
        validate: (value: unknown) => {
          if (typeof value !== 'string' || value.includes('\0') || !value.isWellFormed()) return false;
          const { length } = [...measured(value)];
          return length >= minimum && length <= maximum;
        },
        defaultMessage: (argument) =>
          `${argument?.property} must be text of ${minimum} to ${maximum} characters`,
      },
    }),
  );
}

/** A display name: 1 to 100 characters, at least one of them visible, and none that moves or hides others. */
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

/** An email address of 3 to 254 characters, normalized to NFC. */
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

/** Trims the text before it is validated. */
export function Trimmed(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value));
}

/** The member may be omitted, but not be null. */
export function Omittable(): PropertyDecorator {
  return ValidateIf((_, value) => value !== undefined);
}

/** The member may be omitted or null, which mean the same. */
export function OmittableOrNull(): PropertyDecorator {
  return applyDecorators(IsOptional(), ApiPropertyOptional({ nullable: true }));
}

/** A secret that was set earlier, perhaps before lengths were those of the normalized text. */
export function IsTypedSecret(minimum: number, maximum: number): PropertyDecorator {
  return IsTextOf(minimum, maximum, (text) => {
    const normalized = typedSecret(text);
    return normalized.length < text.length ? normalized : text;
  });
}

/** A password of 8 to 256 code points that is not among the most common ones. */
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
    // A length that doesn't depend on the keyboard.
    IsTextOf(8, 256, typedSecret),
  );
}
