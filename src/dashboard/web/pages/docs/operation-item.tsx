import { useLocation, useNavigate } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { OperationDetail } from './operation-detail.tsx';
import type { OperationProps } from './operation-props.ts';

const METHOD_LOOKS: Record<string, string> = {
  GET: 'text-accent',
  POST: 'text-success',
  PUT: 'text-warning',
  PATCH: 'text-warning',
  DELETE: 'text-danger',
};

/** An expandable line for one operation. Expanding it sets the URL's hash to the operation. */
export function OperationItem(props: OperationProps) {
  const { operation } = props;
  const { operationId } = operation;
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(hash === operationId);
  const item = useRef<HTMLLIElement>(null);
  /** Whether the user toggled it, so that it is in view already. A link may point to an operation far down the page. */
  const isToggled = useRef(false);
  useLayoutEffect(() => {
    if (hash === operationId && !isToggled.current) {
      setIsOpen(true);
      item.current!.scrollIntoView();
    }
    isToggled.current = false;
  }, [hash, operationId]);
  const toggle = () => {
    setIsOpen(!isOpen);
    isToggled.current = true;
    void navigate({ to: '.', hash: isOpen ? '' : operationId, replace: true, hashScrollIntoView: false });
  };
  return (
    <li ref={item} className="scroll-mt-4 border-t border-line">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={toggle}
        className="flex w-full flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 text-left -outline-offset-2 hover:bg-sunken sm:px-5"
      >
        <ChevronRight
          aria-hidden
          className={classNames('size-4 shrink-0 text-muted transition-transform', isOpen && 'rotate-90')}
        />
        <span
          className={classNames(
            'w-14 shrink-0 font-mono text-xs font-semibold',
            METHOD_LOOKS[operation.method],
          )}
        >
          {operation.method}
        </span>
        <span className="font-mono text-[0.8125rem] wrap-anywhere">{operation.path}</span>
        {operation.deprecated && <Badge tone="warning">Deprecated</Badge>}
        <span className="w-full text-muted sm:ml-auto sm:w-auto">{operation.summary}</span>
      </button>
      {isOpen && (
        <div className="border-t border-line bg-canvas/60 p-4 sm:p-5">
          <OperationDetail {...props} />
        </div>
      )}
    </li>
  );
}
