import { useState, type ReactNode } from 'react'
import type { GlyphState } from '../state/glyph-state.ts'
import { ui } from '../strings/ui.ts'
import { classes } from './classes.ts'
import styles from './glyph.module.css'

const solid = { fill: 'currentColor', stroke: 'none' } as const

/** Each state's colour and its 16 × 16 shape. The shape alone distinguishes them. */
const glyphs: Record<GlyphState, { tone: 'ask' | 'run' | 'ok' | 'no' | 'off'; drawing: ReactNode }> = {
  queued: { tone: 'off', drawing: <circle cx="8" cy="8" r="5.5" strokeDasharray="1.5 2.8" /> },
  waiting: { tone: 'ask', drawing: <path {...solid} d="M8 1.4 14.6 8 8 14.6 1.4 8Z" /> },
  running: {
    tone: 'run',
    drawing: (
      <g strokeWidth="2">
        <circle cx="8" cy="8" r="5.5" strokeOpacity=".25" />
        <path d="M8 2.5A5.5 5.5 0 0 1 13.5 8" />
      </g>
    ),
  },
  succeeded: { tone: 'ok', drawing: <path d="m3 8.5 3.2 3.2L13 5" strokeWidth="1.8" pathLength="1" /> },
  failed: {
    tone: 'no',
    drawing: (
      <>
        <path d="M8 2.3 14.3 13H1.7Z" />
        <path d="M8 6.5v3M8 11.2h.01" strokeWidth="1.6" />
      </>
    ),
  },
  denied: {
    tone: 'no',
    drawing: (
      <>
        <circle cx="8" cy="8" r="5.5" />
        <path d="m4.3 11.7 7.4-7.4" />
      </>
    ),
  },
  cancelled: {
    tone: 'off',
    drawing: <rect x="3.5" y="3.5" width="9" height="9" rx="1.5" />,
  },
  off: { tone: 'off', drawing: <circle cx="8" cy="8" r="4" /> },
  ready: { tone: 'ok', drawing: <circle {...solid} cx="8" cy="8" r="4" /> },
  quarantined: {
    tone: 'no',
    drawing: <path d="M5.3 2h5.4L14 5.3v5.4L10.7 14H5.3L2 10.7V5.3ZM5.5 8h5" />,
  },
}

/**
 * The state of a call, a turn or a server. `label` replaces the usual words for screen readers; an empty one hides it.
 */
export function Glyph({ state, label, size = 16 }: { state: GlyphState; label?: string; size?: number }) {
  const { tone, drawing } = glyphs[state]
  const name = label ?? ui.states[state]
  const [first] = useState(state)
  return (
    <svg
      className={classes(
        styles.glyph,
        styles[tone],
        state === 'running' && styles.spin,
        state === 'succeeded' && first !== state && styles.drawn,
      )}
      data-state={state}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      {...(name ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true })}
    >
      {drawing}
    </svg>
  )
}
