import { Menu, X } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '../ui/button.tsx';
import { Brand } from './brand.tsx';
import { Sidebar } from './sidebar.tsx';

/** The top bar of a narrow screen, which opens the sidebar from the left. */
export function DrawerBar() {
  const drawer = useRef<HTMLDialogElement>(null);
  const close = () => drawer.current?.close();
  return (
    <>
      <header className="sticky top-0 z-20 flex items-center justify-between gap-3 border-b border-line bg-surface px-3 py-2 lg:hidden">
        <Brand />
        <IconButton name="Open menu" className="size-10" onClick={() => drawer.current?.showModal()}>
          <Menu aria-hidden className="size-5" />
        </IconButton>
      </header>
      <dialog
        ref={drawer}
        closedby="any"
        aria-label="Menu"
        className="m-0 h-dvh max-h-none w-72 max-w-[85vw] border-r border-line bg-surface text-text shadow-raised"
      >
        <IconButton name="Close menu" className="absolute top-3 right-2 bg-surface" onClick={close}>
          <X aria-hidden className="size-4" />
        </IconButton>
        <Sidebar onNavigate={close} />
      </dialog>
    </>
  );
}
