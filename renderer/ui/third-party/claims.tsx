import type { Claims as ClaimsOf } from '../../../shared/asks/asks.ts'
import { strings } from '../../strings/strings.ts'
import styles from './claims.module.css'

const words = strings.ui.claims

/** What a server says about a tool, in words. Its silence counts as the specification reads it. */
export function claimWords({ readOnly, destructive, idempotent, openWorld }: ClaimsOf): string[] {
  const effect = readOnly ? words.readsOnly : destructive ? words.mayDestroy : words.onlyAdds
  return [
    effect,
    ...(openWorld ? [words.reachesOutside] : []),
    ...(idempotent && !readOnly ? [words.safeToRepeat] : []),
  ]
}

/** Claims, dashed as everything that is only said. */
export function Claims({ from, claims }: { from: string; claims: ClaimsOf }) {
  return (
    <ul className={styles.claims} aria-label={words.by(from)}>
      {claimWords(claims).map((word) => (
        <li key={word} className={styles.claim}>
          {word}
        </li>
      ))}
    </ul>
  )
}
