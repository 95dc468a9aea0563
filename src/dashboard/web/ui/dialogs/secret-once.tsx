import { CopyField } from '../forms/copy-field.tsx';

interface SecretOnceProps {
  label: string;
  secret: string;
}

/** A secret in the dialog that shows it the only time. Who renders it drops the value when the dialog closes. */
export function SecretOnce({ label, secret }: SecretOnceProps) {
  return <CopyField label={label} text={secret} />;
}
