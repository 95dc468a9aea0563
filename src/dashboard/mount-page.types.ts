/** Calls a route; `data` is the body of a successful response, and `error` that of another one. */
type Call = (
  path: string,
  init?: {
    params?: {
      path?: Record<string, string>;
      query?: Record<string, unknown>;
      header?: Record<string, string>;
    };
    body?: unknown;
    signal?: AbortSignal;
  },
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- A feature knows what its own routes return.
) => Promise<{ data?: any; error?: any; response: Response }>;

/** Calls the service's API as the signed-in person, with `openapi-fetch`. */
export interface PageApi {
  readonly GET: Call;
  readonly POST: Call;
  readonly PUT: Call;
  readonly PATCH: Call;
  readonly DELETE: Call;
}

export interface PageContext {
  readonly api: PageApi;
  readonly account: {
    readonly id: string;
    readonly full_name: string;
    readonly email: string;
    readonly role: 'member' | 'admin';
  };
  /** The organization that is chosen in the dashboard. When another one is chosen, the page is drawn again. */
  readonly organization: {
    readonly id: string;
    readonly name: string;
    readonly personal: boolean;
    readonly role: string | null;
    /** What the person may do in it, with the permissions of features. */
    readonly permissions: readonly string[];
  };
}

/** An `HTMLElement`, in projects whose `lib` has the DOM. */
type PageElement = typeof globalThis extends { HTMLElement: { prototype: infer Found } }
  ? Found
  : // eslint-disable-next-line @typescript-eslint/no-explicit-any -- The project doesn't know what pages are made of.
    any;

type Unmount = void | (() => void);

/** The default export of a page's script. It fills the element, and may return a function that is called on leaving. */
export type MountPage = (element: PageElement, context: PageContext) => Unmount | Promise<Unmount>;
