/** Longer texts make the page slow. */
const MOST_SHOWN = 200_000;
const CUT = `\n\n… Only the first ${MOST_SHOWN.toLocaleString('en')} characters are shown.`;

const MOST_EVENTS = 20;
const STREAM_SECONDS = 5;
const CLOSED = `: Closed after ${STREAM_SECONDS} seconds or ${MOST_EVENTS} events.\n`;

export const isCut = (content: unknown) => typeof content === 'string' && content.endsWith(CUT);

/** Reads as much of a text as the page can show, and the first events of a stream, which may never end. */
export async function startOf(response: Response, streamMs = STREAM_SECONDS * 1000): Promise<Response> {
  const type = response.headers.get('content-type') ?? '';
  if (response.body === null || !/(json|text|xml)\b/.test(type)) return response;
  const isStream = type.startsWith('text/event-stream');
  const reader = response.body.getReader();
  let isClosed = false;
  const close = () => {
    isClosed = true;
    return reader.cancel();
  };
  const timer = isStream ? setTimeout(() => void close(), streamMs) : undefined;
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += decoder.decode(part.value, { stream: true });
      const isEnough = text.length > MOST_SHOWN || (isStream && text.split('\n\n').length > MOST_EVENTS);
      if (isEnough) await close();
    }
  } finally {
    clearTimeout(timer);
  }
  const { status, statusText, headers } = response;
  const shown =
    text.length > MOST_SHOWN ? text.slice(0, MOST_SHOWN) + CUT : text + (isStream && isClosed ? CLOSED : '');
  return new Response(shown, { status, statusText, headers });
}
