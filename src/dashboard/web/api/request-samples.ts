/** Stands in for the API key, which the page doesn't have. */
export const KEY_PLACEHOLDER = 'YOUR_API_KEY';

export interface Sample {
  title: string;
  code: string;
}

export interface SampleRequest {
  method: string;
  pathAndQuery: string;
  headers: Record<string, string>;
  body?: string;
  /** `client_id:client_secret`, or the cookie of a session. */
  credentials?: 'client' | 'session';
}

/** A GET request with a key. The key is in a header, which keeps it out of logs and browser histories. */
export function requestSamples(pathAndQuery: string, key = KEY_PLACEHOLDER): Sample[] {
  return samplesOf({ method: 'GET', pathAndQuery, headers: { apikey: key } });
}

/** The same request in three languages. */
export function samplesOf(request: SampleRequest): Sample[] {
  const url = `${location.origin}${request.pathAndQuery}`;
  return [
    { title: 'curl', code: curl(request, url) },
    { title: 'JavaScript', code: javaScript(request, url) },
    { title: 'Python', code: python(request, url) },
  ];
}

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

function curl({ method, headers, body, credentials }: SampleRequest, url: string) {
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}${quote(url)}`];
  if (credentials === 'client') lines.push("-u 'CLIENT_ID:CLIENT_SECRET'");
  if (credentials === 'session') lines.push('-b cookies.txt');
  for (const [name, value] of Object.entries(headers)) lines.push(`-H ${quote(`${name}: ${value}`)}`);
  if (body !== undefined) lines.push(`-d ${quote(body)}`);
  return lines.join(' \\\n  ');
}

function javaScript({ method, headers, body, credentials }: SampleRequest, url: string) {
  const isJson = headers['content-type'] === 'application/json';
  const entries = Object.entries(headers).map(
    ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  if (credentials === 'client') entries.push('"authorization": "Basic " + btoa("CLIENT_ID:CLIENT_SECRET")');
  if (credentials === 'session') entries.push('"cookie": "session=YOUR_SESSION"');
  const options = [
    method !== 'GET' && `  method: ${JSON.stringify(method)},`,
    entries.length > 0 && `  headers: { ${entries.join(', ')} },`,
    body !== undefined && `  body: ${isJson ? `JSON.stringify(${indented(body)})` : JSON.stringify(body)},`,
  ].filter((line) => line !== false);
  const second = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`;
  return `const response = await fetch(${JSON.stringify(url)}${second});
if (!response.ok) throw new Error((await response.json()).detail);
console.log(await response.text());`;
}

function python({ method, headers, body, credentials }: SampleRequest, url: string) {
  const given = [
    `    ${JSON.stringify(url)},`,
    method !== 'GET' && `    method=${JSON.stringify(method)},`,
    `    headers={${Object.entries(headers)
      .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
      .join(', ')}},`,
    body !== undefined && `    data=${JSON.stringify(body)}.encode(),`,
  ].filter((line) => line !== false);
  const sign =
    credentials === 'client'
      ? `request.add_header("authorization", "Basic " + base64.b64encode(b"CLIENT_ID:CLIENT_SECRET").decode())\n`
      : credentials === 'session'
        ? `request.add_header("cookie", "session=YOUR_SESSION")\n`
        : '';
  return `import ${credentials === 'client' ? 'base64, ' : ''}urllib.request

request = urllib.request.Request(
${given.join('\n')}
)
${sign}with urllib.request.urlopen(request) as response:
    print(response.read().decode())`;
}

const indented = (json: string) => json.replaceAll('\n', '\n  ');

/** A preset point (Warsaw), so that a new user gets a response without filling in a form. */
export const EXAMPLE_POINT = { lat: 52.2297, lon: 21.0122 };
const EXAMPLE_FIELDS = 'temperature,windSpeed,precipitationIntensity';
export const EXAMPLE_REQUEST = `/v1/weather/forecast?lat=${EXAMPLE_POINT.lat}&lon=${EXAMPLE_POINT.lon}&fields=${EXAMPLE_FIELDS}`;
