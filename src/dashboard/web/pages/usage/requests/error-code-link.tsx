/** Links to the documentation of an error code. */
export function ErrorCodeLink({ code }: { code: string }) {
  return (
    <a
      className="font-mono text-[0.8125rem] underline underline-offset-4"
      href={`/docs/errors#${code}`}
      target="_blank"
      rel="noreferrer"
    >
      {code}
    </a>
  );
}
