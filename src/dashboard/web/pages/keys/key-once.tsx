import { requestSamples } from '../../api/request-samples.ts';
import type { CreatedApiKey } from '../../api/schemas.ts';
import { CodeTabs } from '../../ui/code-block.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { EXAMPLE_REQUEST } from './example-request.ts';
import { TryIt } from './try-it.tsx';

/** A new key, the lines that use it, and the answer that it gets. */
export function KeyOnce({ created: { key, scopes } }: { created: CreatedApiKey }) {
  return (
    <div className="space-y-4">
      <SecretOnce label="API key" secret={key} />
      <Notice tone="warning" title="The key is shown only now">
        <p>Copy it to a safe place. If you lose it, generate a new one.</p>
      </Notice>
      {scopes.includes('forecast:read') && (
        <>
          <CodeTabs name="A first request" samples={requestSamples(EXAMPLE_REQUEST, key)} />
          <TryIt apiKey={key} />
        </>
      )}
    </div>
  );
}
