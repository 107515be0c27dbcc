/**
 * What the preload puts into the page as `window.atrium`, and all of it. Values cross as JSON text: anything else is
 * copied property by property on the way, and a property named `__proto__` does not survive that.
 */
export type Bridge = {
  /** Runs one command; resolves to a `Reply` as text, also where the command was refused. */
  call(name: string, input: string): Promise<string>
  /** Each text is one `FeedMessage`; the next comes when the listener has returned. The result ends it. */
  subscribe(listener: (message: string) => void): () => void
}

/** The only channels between the page's process and the main one. A feed is named `<page>/<number>`, with a name that each page makes for itself. */
export const channels = {
  call: 'atrium:call',
  subscribe: 'atrium:subscribe',
  leave: 'atrium:leave',
  message: 'atrium:message',
  taken: 'atrium:taken',
} as const
