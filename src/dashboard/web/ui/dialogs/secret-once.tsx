import { CopyField } from '../forms/copy-field.tsx';

interface SecretOnceProps {
  label: string;
  secret: string;
}

/** A secret that is shown only once. The parent must drop the value when the dialog closes. */
export function SecretOnce({ label, secret }: SecretOnceProps) {
  return <CopyField label={label} text={secret} />;
}
