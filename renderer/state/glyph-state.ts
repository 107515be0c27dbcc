/** The looks of a state; each has its own shape, which `Glyph` draws. */
export type GlyphState =
  | 'queued'
  | 'waiting'
  | 'running'
  | 'succeeded'
  | 'failed'
  | 'denied'
  | 'cancelled'
  | 'off'
  | 'ready'
  | 'quarantined'
