import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from '../button.tsx';
import { classNames } from '../class-names.ts';

const FIRST_FIELD = 'form :is(input:not([type=hidden], [readonly]), select, textarea)';

/** What a dialog shows of the mutation behind its submit button. */
export interface MutationState {
  error: Error | null;
  isPending: boolean;
}

interface DialogProps {
  title: string;
  description?: ReactNode;
  onClose: () => void;
  /** False if closing the dialog by accident would lose something, such as a secret that is shown once. */
  isDismissible?: boolean;
  isWide?: boolean;
  children: ReactNode;
}

/**
 * A modal dialog that is open as long as it is rendered. It uses the native `<dialog>`, which traps and restores focus;
 * Radix's dialog injects a style element, which the content security policy blocks.
 */
export function Dialog({
  title,
  description,
  onClose,
  isDismissible = true,
  isWide = false,
  children,
}: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const dialog = element.current!;
    dialog.showModal();
    // The browser would focus the close button.
    dialog.querySelector<HTMLElement>(FIRST_FIELD)?.focus();
    return () => dialog.close();
  }, []);
  return (
    <dialog
      ref={element}
      closedby={isDismissible ? 'any' : 'none'}
      aria-labelledby={`${id}-title`}
      aria-describedby={description === undefined ? undefined : `${id}-description`}
      onCancel={(event) => {
        event.preventDefault();
        if (isDismissible && event.target === element.current) onClose();
      }}
      className={classNames(
        'm-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] overflow-y-auto rounded-xl border border-line bg-surface p-5 text-text shadow-raised sm:p-6',
        isWide ? 'max-w-2xl' : 'max-w-lg',
      )}
    >
      <header className="mb-4 flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h2 id={`${id}-title`} className="text-lg leading-snug font-semibold wrap-anywhere">
            {title}
          </h2>
          {description !== undefined && (
            <div id={`${id}-description`} className="mt-1 wrap-anywhere text-muted">
              {description}
            </div>
          )}
        </div>
        {isDismissible && (
          <IconButton name="Close" onClick={onClose} className="-mt-1 -mr-2">
            <X aria-hidden className="size-4" />
          </IconButton>
        )}
      </header>
      {children}
    </dialog>
  );
}

/** The row of buttons at the end of a dialog or form. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap justify-end gap-2 pt-2">{children}</div>;
}
