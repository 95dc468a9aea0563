import { classNames } from './class-names.ts';
import { CopyButton } from './copy-button.tsx';
import { Tabs } from './layout/tabs.tsx';

interface CodeBlockProps {
  code: string;
  name: string;
  /** Wraps long lines, for narrow places. */
  isWrapped?: boolean;
}

export function CodeBlock({ code, name, isWrapped = false }: CodeBlockProps) {
  return (
    <div className="relative rounded-b-lg bg-sunken">
      <pre
        tabIndex={0}
        role="region"
        aria-label={name}
        className={classNames(
          'max-h-96 overflow-auto p-4 pr-12 font-mono text-[0.8125rem] leading-relaxed',
          isWrapped && 'wrap-anywhere whitespace-pre-wrap',
        )}
      >
        <code>{code}</code>
      </pre>
      <div className="absolute top-2 right-2 rounded-md bg-sunken">
        <CopyButton text={code} name={`Copy: ${name}`} />
      </div>
    </div>
  );
}

/** The same example in several languages. */
export function CodeTabs({ name, samples }: { name: string; samples: { title: string; code: string }[] }) {
  return (
    <div className="overflow-hidden rounded-lg border border-line">
      <Tabs
        name={name}
        tabs={samples.map(({ title, code }) => ({
          title,
          content: <CodeBlock code={code} name={title} isWrapped />,
        }))}
      />
    </div>
  );
}
