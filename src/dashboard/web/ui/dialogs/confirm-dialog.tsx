import { type ReactNode, useState } from 'react';
import { TextField } from '../forms/fields.tsx';
import { FormDialog, type FormDialogProps } from './form-dialog.tsx';

interface ConfirmDialogProps extends Pick<FormDialogProps, 'title' | 'action' | 'mutation' | 'onClose'> {
  /** What the action does and breaks. */
  children: ReactNode;
  /** Text that the user must type to confirm, for severe losses. */
  typed?: string;
  onConfirm: () => void;
}

/** The same text, however it is encoded. */
const comparable = (text: string) => text.normalize().trim();

export function ConfirmDialog({ typed, onConfirm, children, ...dialog }: ConfirmDialogProps) {
  const [text, setText] = useState('');
  const isReady = typed === undefined || comparable(text) === comparable(typed);
  return (
    <FormDialog {...dialog} look="danger" isReady={isReady} onSubmit={onConfirm}>
      <div className="space-y-2 wrap-anywhere">{children}</div>
      {typed !== undefined && (
        <TextField
          name="confirmation"
          label={
            <>
              Type <strong className="wrap-anywhere">{typed}</strong> to confirm
            </>
          }
          required
          value={text}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
        />
      )}
    </FormDialog>
  );
}
