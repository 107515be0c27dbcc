/** A server's app that can be shown (MCP Apps 2026-01-26): what a shell needs to serve it. */
export interface ServedFrame {
  /** The document as the server sent it, up to 8 MiB. It is served unchanged. */
  readonly html: string
  /**
   * The app's content policy from `contentPolicyOf`, without `frame-ancestors`. The shell adds that, because only the
   * shell knows who can frame the app.
   */
  readonly policy: string
  /** All hosts that the policy allows, as the app declares them: `https://…` or `wss://…`. */
  readonly allowedOrigins: readonly string[]
}

/** An app that is being served, for one element that shows it. */
export interface OpenedFrame {
  /** For the `src` of the outer frame: the proxy's document. Unguessable, and gone after `close`. */
  readonly address: string
  /** Stops serving the app. A part that already runs ends with its frame. */
  close(): void
}

/**
 * Serves servers' apps in frames, each with a separate origin. Only a shell with a window or a tab has one; without
 * one, the host declares no apps to servers.
 *
 * One app can be open many times: each element that shows it opens its own frame and closes it.
 */
export interface AppFrames {
  /** Rejects with a `HostError` if nothing can be served now. */
  open(app: ServedFrame): Promise<OpenedFrame>
}
