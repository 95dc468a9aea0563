import { type ReactNode, useState } from 'react';
import { Button } from '../button.tsx';
import { Actions, Dialog, type MutationState } from './dialog.tsx';
import { ErrorNotice } from '../states/error-notice.tsx';
import { INPUT } from '../forms/fields.tsx';

interface ConfirmDialogProps {
  title: string;
  /** What the action does and breaks. */
  children: ReactNode;
  /** The verb on the button. */
  action: string;
  /** Text that the user must type to confirm, for severe losses. */
  typed?: string;
  mutation: MutationState;
  onConfirm: () => void;
  onClose: () => void;
}

/** The same text, however it is encoded. */
const comparable = (text: string) => text.normalize().trim();

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, action, typed, mutation, onConfirm, onClose } = props;
  const [text, setText] = useState('');
  const isReady = typed === undefined || comparable(text) === comparable(typed);
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !mutation.isPending) onConfirm();
        }}
      >
        <div className="space-y-2 wrap-anywhere">{children}</div>
        {typed !== undefined && (
          <label className="block space-y-1.5">
            <span>
              Type <strong className="font-semibold wrap-anywhere">{typed}</strong> to confirm
            </span>
            <input
              className={INPUT}
              value={text}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setText(event.target.value)}
            />
          </label>
        )}
        {mutation.error !== null && <ErrorNotice error={mutation.error} />}
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" isPending={mutation.isPending} disabled={!isReady}>
            {action}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
