import type { Claims as ClaimsOf } from '../../shared/asks.ts'
import styles from './claims.module.css'

/** What a server says about a tool, in words. Its silence counts as the specification reads it. */
export function claimWords({ readOnly, destructive, idempotent, openWorld }: ClaimsOf): string[] {
  const effect = readOnly ? 'Reads only' : destructive ? 'May destroy' : 'Only adds'
  return [effect, ...(openWorld ? ['Reaches outside'] : []), ...(idempotent && !readOnly ? ['Safe to repeat'] : [])]
}

/** Claims, dashed as everything that is only said. */
export function Claims({ from, claims }: { from: string; claims: ClaimsOf }) {
  return (
    <ul className={styles.claims} aria-label={`${from} says`}>
      {claimWords(claims).map((word) => (
        <li key={word} className={styles.claim}>
          {word}
        </li>
      ))}
    </ul>
  )
}
