import { TextType } from '@mikro-orm/postgresql';

/** A column with hashes of the `SecretHasherService`. While some are outdated, the previous key secret is needed. */
export class KeyedHash extends TextType {}

/** A column with texts of the `SecretSealerService`. After the key secret is replaced, they are resealed at startup. */
export class SealedText extends TextType {}
