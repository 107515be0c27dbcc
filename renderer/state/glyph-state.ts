/** What a state looks like; each has a shape of its own, which `Glyph` draws. */
export type GlyphState =
  'queued' | 'waiting' | 'running' | 'succeeded' | 'failed' | 'denied' | 'cancelled' | 'off' | 'ready' | 'quarantined'
