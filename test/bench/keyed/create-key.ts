/** `DEFAULT_RATE_LIMITS` that no benchmark reaches. */
export const NO_LIMITS = 'second=999999999,minute=999999999,hour=999999999,day=999999999';

/** Registers an account on a service that has none yet, and returns a key of its client. */
export async function createKey(url: string): Promise<string> {
  let cookie = '';
  const post = async <T>(path: string, body: object): Promise<T> => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
    cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? cookie;
    return (await answer.json()) as T;
  };
  const credentials = { email: 'bench@example.com', password: 'quiet morning in may' };
  await post('/v1/accounts', { full_name: 'Bench', ...credentials });
  await post('/v1/sessions', credentials);
  const { client_id } = await post<{ client_id: string }>('/v1/clients', { name: 'Bench' });
  return (await post<{ key: string }>(`/v1/clients/${client_id}/api-keys`, { name: 'Bench' })).key;
}
