import { CopyButton } from '../../ui/copy-button.tsx';

export function ClientId({ id }: { id: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <span className="font-mono text-[0.8125rem] wrap-anywhere">{id}</span>
      <CopyButton text={id} name="Copy client_id" />
    </span>
  );
}
