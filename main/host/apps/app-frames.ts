/** A server's page that can be shown (MCP Apps 2026-01-26): what a shell needs to serve it. */
export interface ServedFrame {
  /** The document as the server sent it, up to 8 MiB. It is served unchanged. */
  readonly html: string
  /**
   * The page's content policy from `contentPolicyOf`, without `frame-ancestors`. The shell adds that, because only the
   * shell knows who can frame the page.
   */
  readonly policy: string
  /** All hosts that the policy allows, as the page declares them: `https://…` or `wss://…`. */
  readonly allowedOrigins: readonly string[]
}

/** A page that is being served, for one element that shows it. */
export interface OpenedFrame {
  /** For the `src` of the outer frame: the proxy's document. Unguessable, and gone after `close`. */
  readonly address: string
  /** Stops serving the page. A part that already runs ends with its frame. */
  close(): void
}

/**
 * Serves servers' pages in frames, each with a separate origin. Only a shell with a window or a tab has one; without
 * one, the host declares no pages to servers.
 *
 * One page can be open many times: each element that shows it opens its own frame and closes it.
 */
export interface PageFrames {
  /** Rejects with a `HostError` if nothing can be served now. */
  open(page: ServedFrame): Promise<OpenedFrame>
}
