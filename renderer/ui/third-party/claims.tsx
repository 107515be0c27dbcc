import type { Claims } from '../../../shared/asks/asks.ts'
import { ui } from '../../strings/ui.ts'
import styles from './claims.module.css'

const words = ui.claims

/** A server's claims about a tool, in words; without a claim, the specification's default. */
export function claimWords({ readOnly, destructive, idempotent, openWorld }: Claims): string[] {
  const effect = readOnly ? words.readsOnly : destructive ? words.mayDestroy : words.onlyAdds
  return [
    effect,
    ...(openWorld ? [words.reachesOutside] : []),
    ...(idempotent && !readOnly ? [words.safeToRepeat] : []),
  ]
}

/** Claims and assumptions, dashed because Atrium hasn't checked them. */
export function ClaimMarks({ from, claims }: { from: string; claims: Claims }) {
  return (
    <ul className="row wrap gap1" aria-label={words.by(from)}>
      {claimWords(claims).map((word) => (
        <li key={word} className={styles.claim}>
          {word}
        </li>
      ))}
    </ul>
  )
}
