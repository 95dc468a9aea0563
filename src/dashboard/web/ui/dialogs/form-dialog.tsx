import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Form } from '../forms/form.tsx';
import { Actions, Dialog, type MutationState } from './dialog.tsx';

interface FormDialogProps {
  title: string;
  description?: ReactNode;
  /** The label of the submit button. */
  action: string;
  mutation: MutationState;
  onSubmit: (values: FormData) => void;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
}

/** A form to submit or cancel. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, action, mutation, onSubmit, onClose, children } = props;
  return (
    <Dialog title={title} description={description} onClose={onClose}>
      <Form error={mutation.error} onSubmit={onSubmit}>
        {children}
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isPending={mutation.isPending}>
            {action}
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
