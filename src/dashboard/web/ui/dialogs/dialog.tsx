import { X } from 'lucide-react';
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useContext,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Button, IconButton } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { TextField } from '../forms/fields.tsx';
import { Form, type FormValues } from '../forms/form.tsx';
import { showToast } from './toast.tsx';

const FIRST_FIELD = 'form :is(input:not([type=hidden], [readonly]), select, textarea)';

/** Closes the dialog that is open here: whoever opens one provides it. */
export const Close = createContext<() => void>(() => undefined);
export const useClose = () => useContext(Close);

interface DialogProps {
  title: string;
  description?: ReactNode;
  /** False if closing the dialog by accident would lose something, such as a secret that is shown once. */
  isDismissible?: boolean;
  isWide?: boolean;
  children: ReactNode;
}

/**
 * A modal dialog that is open as long as it is rendered. It uses the native `<dialog>`, which traps and restores focus;
 * Radix's dialog injects a style element, which the content security policy blocks.
 */
export function Dialog({ title, description, isDismissible = true, isWide, children }: DialogProps) {
  const close = useClose();
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
        if (isDismissible && event.target === element.current) close();
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
          <IconButton name="Close" onClick={close} className="-mt-1 -mr-2">
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

interface DialogButtonProps extends Omit<ComponentProps<typeof Button>, 'children'> {
  text: string;
  dialog: ReactNode;
}

/** A button that opens a dialog. */
export function DialogButton({ text, dialog, ...button }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setIsOpen(true)}>
        {text}
      </Button>
      {isOpen && <Close value={() => setIsOpen(false)}>{dialog}</Close>}
    </>
  );
}

/** A change of the API, as `useChange` returns it. */
interface Change<Request, Answer> {
  error: Error | null;
  isPending: boolean;
  mutate: (request: Request, options: { onSuccess: (answer: Answer) => void }) => void;
}

interface FormDialogProps<Request, Answer> {
  title: string;
  description?: ReactNode;
  /** The label of the submit button. */
  action: string;
  /** Marks what can't be undone. */
  look?: 'primary' | 'danger';
  /** False as long as the form can't be submitted. */
  isReady?: boolean;
  mutation: Change<Request, Answer>;
  /** What the form's values ask the API for. */
  request: (values: FormValues) => NoInfer<Request>;
  /** Confirms the change; false if the dialog itself shows the answer. It then closes, unless `onDone` goes on. */
  done?: string | ((answer: Answer) => string | false);
  onDone?: (answer: Answer) => void;
  /** The fields. */
  children?: ReactNode;
}

/** A form to submit or cancel, which sends its change to the API. */
export function FormDialog<Request, Answer>(props: FormDialogProps<Request, Answer>) {
  const { title, description, action, look = 'primary', isReady = true, children } = props;
  const { mutation, request, done = false, onDone } = props;
  const close = useClose();
  const finish = (answer: Answer) => {
    const message = typeof done === 'function' ? done(answer) : done;
    if (message !== false) showToast(message);
    if (onDone !== undefined) onDone(answer);
    else if (message !== false) close();
  };
  return (
    <Dialog title={title} description={description}>
      <Form
        error={mutation.error}
        onSubmit={(values) => {
          if (isReady && !mutation.isPending) mutation.mutate(request(values), { onSuccess: finish });
        }}
      >
        {children}
        <Actions>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" look={look} isPending={mutation.isPending} disabled={!isReady}>
            {action}
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}

export interface ConfirmDialogProps<Request, Answer> extends Omit<
  FormDialogProps<Request, Answer>,
  'look' | 'isReady'
> {
  /** Text that the user must type to confirm, for severe losses. */
  typed?: string;
}

/** The same text, however it is encoded. */
const comparable = (text: string) => text.normalize().trim();

/** Asks before an action. The children say what it does and breaks. */
export function ConfirmDialog<Request, Answer>(props: ConfirmDialogProps<Request, Answer>) {
  const { typed, children, ...dialog } = props;
  const [text, setText] = useState('');
  const isReady = typed === undefined || comparable(text) === comparable(typed);
  return (
    <FormDialog {...dialog} look="danger" isReady={isReady}>
      <div className="space-y-2 wrap-anywhere">
        {typeof children === 'string' ? <p>{children}</p> : children}
      </div>
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

/** Shows a secret or a link, which the API returns only once: it is gone when the dialog closes. */
export function OnceDialog(props: Pick<DialogProps, 'title' | 'isWide' | 'children'>) {
  return (
    <Dialog {...props} isDismissible={false}>
      <div className="space-y-4">
        {props.children}
        <Actions>
          <Button look="primary" onClick={useClose()}>
            Done
          </Button>
        </Actions>
      </div>
    </Dialog>
  );
}
