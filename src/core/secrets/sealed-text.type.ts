import { TextType } from '@mikro-orm/postgresql';

/** A column with texts of the `SecretSealerService`. After the key secret is replaced, they are resealed at startup. */
export class SealedText extends TextType {}
