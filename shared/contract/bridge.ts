/**
 * All that the preload puts into the page, as `window.atrium`. Values cross as JSON text: anything else is copied
 * property by property on the way, and a property named `__proto__` doesn't survive that.
 */
export type Bridge = {
  /** Runs one command; resolves to a `Reply` as text, also if the command was refused. */
  call(name: string, input: string): Promise<string>
  /** Each text is one `FeedMessage`; the next one comes after the listener returns. Calling the result unsubscribes. */
  subscribe(listener: (message: string) => void): () => void
}

/**
 * The only channels between the page's process and the main process. A feed is named `<page>/<number>`; each page makes
 * up its own name.
 */
export const channels = {
  call: 'atrium:call',
  subscribe: 'atrium:subscribe',
  leave: 'atrium:leave',
  message: 'atrium:message',
  taken: 'atrium:taken',
} as const
