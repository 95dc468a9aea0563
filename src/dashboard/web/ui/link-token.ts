import { useEffect, useState } from 'react';

/** The token of a link travels behind the `#`, which no server sees, and leaves the address bar and the history at once. */
export function useLinkToken(): string | null {
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token'));
  useEffect(() => history.replaceState(history.state, '', location.pathname), []);
  return token;
}
