/** Returns a `fetch` that keeps the session cookie, as a browser would. */
export function cookieKeepingFetch(): (request: Request) => Promise<Response> {
  let cookie: string | undefined;
  return async (request) => {
    if (cookie !== undefined) request.headers.set('cookie', cookie);
    const response = await fetch(request);
    cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? cookie;
    return response;
  };
}
