import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Actions, Dialog } from './dialog.tsx';

interface OnceDialogProps {
  title: string;
  isWide?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Shows data that the API returns only once; it is gone when the dialog closes. */
export function OnceDialog({ title, isWide, onClose, children }: OnceDialogProps) {
  return (
    <Dialog title={title} isDismissible={false} isWide={isWide} onClose={onClose}>
      <div className="space-y-4">
        {children}
        <Actions>
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </Actions>
      </div>
    </Dialog>
  );
}
