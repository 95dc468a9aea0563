import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Store, useStore } from '../../api/transport/store.ts';
import { IconButton } from '../button.tsx';

interface Toast {
  id: number;
  text: string;
  tone: 'success' | 'danger';
}

const SHOWN_MS = 6000;
const toasts = new Store<Toast[]>([]);
let lastId = 0;

const remove = (id: number) => toasts.set(toasts.get().filter((toast) => toast.id !== id));

/** Briefly confirms what has just been done. Anything that must be read belongs on the page instead. */
export function showToast(text: string, tone: Toast['tone'] = 'success'): void {
  lastId += 1;
  const id = lastId;
  toasts.set([...toasts.get(), { id, text, tone }]);
  setTimeout(() => remove(id), SHOWN_MS);
}

/** Options of a mutation that confirm its success and then go on, for example by closing the dialog. */
export const toastThen = (message: string, then: () => void) => ({
  onSuccess: () => {
    showToast(message);
    then();
  },
});

export function Toasts() {
  const shown = useStore(toasts);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 flex flex-col items-center gap-2 sm:left-auto sm:items-end"
    >
      {shown.map(({ id, text, tone }) => (
        <div
          key={id}
          className="pointer-events-auto flex max-w-md items-center gap-2.5 rounded-lg border border-line bg-surface py-2 pr-2 pl-3.5 shadow-raised"
        >
          {tone === 'success' ? (
            <CircleCheck aria-hidden className="size-4 shrink-0 text-success" />
          ) : (
            <CircleAlert aria-hidden className="size-4 shrink-0 text-danger" />
          )}
          <p className="min-w-0 wrap-anywhere">{text}</p>
          <IconButton name="Dismiss" onClick={() => remove(id)}>
            <X aria-hidden className="size-4" />
          </IconButton>
        </div>
      ))}
    </div>
  );
}
