/** The actor: `desktop`, `web:<session>`, `terminal`, or `host` for what Atrium does by itself. */
export type Actor = string
