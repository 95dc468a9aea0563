import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Form } from '../forms/form.tsx';
import { Actions, Dialog, type MutationState } from './dialog.tsx';

export interface FormDialogProps {
  title: string;
  description?: ReactNode;
  /** The label of the submit button. */
  action: string;
  /** Marks what can't be undone. */
  look?: 'primary' | 'danger';
  /** False as long as the form can't be submitted. */
  isReady?: boolean;
  mutation: MutationState;
  onSubmit: (values: FormData) => void;
  onClose: () => void;
  /** The fields. */
  children?: ReactNode;
}

/** A form to submit or cancel. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, action, look = 'primary', isReady = true } = props;
  const { mutation, onSubmit, onClose, children } = props;
  return (
    <Dialog title={title} description={description} onClose={onClose}>
      <Form
        error={mutation.error}
        onSubmit={(values) => {
          if (isReady && !mutation.isPending) onSubmit(values);
        }}
      >
        {children}
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look={look} isPending={mutation.isPending} disabled={!isReady}>
            {action}
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
