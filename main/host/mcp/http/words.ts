/** Texts about requests over HTTP; what can go wrong with one is in `problems.ts`. */
export const httpWords = {
  sentence: (clause: string, advice: string) => `The server ${clause}: ${advice}.`,
  /** A page fetched for the user: sentences. */
  fetch: {
    notFetchable: (clause: string) => `Atrium can’t fetch this: ${clause}.`,
    notFetched: (host: string, clause: string) => `${host} ${clause}.`,
  },
  noConnection: 'no connection in time',
  /** Why a page isn't opened: clauses. */
  page: {
    longUrl: (most: number) => `its URL is longer than ${most} characters`,
    hiddenCharacters: 'its URL has characters that browsers don’t show or that can be read in several ways',
    unreadable: 'its URL can’t be read',
    notHttps: 'Atrium only opens pages over https',
    credentials: 'its URL contains a user name or password',
  },
} as const
