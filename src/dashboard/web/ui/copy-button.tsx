import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { showToast } from './dialogs/toast.tsx';

interface CopyButtonProps {
  text: string;
  /** What is copied, for screen readers. */
  name: string;
  /** Shown next to the icon. */
  label?: string;
}

const SHOWN_MS = 2000;

export function CopyButton({ text, name, label }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
    } catch {
      showToast('Your browser blocked copying. Select the text and copy it yourself.', 'danger');
    }
  };
  const icon = isCopied ? (
    <Check aria-hidden className="size-4 text-success" />
  ) : (
    <Copy aria-hidden className="size-4" />
  );
  if (label === undefined)
    return (
      <IconButton name={isCopied ? 'Copied' : name} onClick={() => void copy()}>
        {icon}
      </IconButton>
    );
  return (
    <Button isSmall aria-label={isCopied ? undefined : name} onClick={() => void copy()}>
      {icon}
      {isCopied ? 'Copied' : label}
    </Button>
  );
}

/** An ID with a button that copies it. */
export function CopyableId({ id, name, className }: { id: string; name: string; className?: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <span className={classNames('font-mono text-[0.8125rem] wrap-anywhere', className)} title={id}>
        {id}
      </span>
      <CopyButton text={id} name={name} />
    </span>
  );
}
