import { useEffect, useEffectEvent, useState } from 'react'
import type { RuleTrial as Trial } from '../../../shared/contract/rule-commands.ts'
import type { RuleDraft } from '../../../shared/rules/rules.ts'
import { useLink } from '../../state/replica.ts'
import { strings } from '../../strings/strings.ts'
import { problemOf } from '../../state/action.ts'
import { Plain } from '../../ui/third-party/ext.tsx'
import { formatMoment } from '../../strings/format/time.ts'
import styles from './rule.module.css'

const words = strings.rules.dialog

/** Milliseconds after an edit before the rule is tried. */
const settleMs = 250

type Tried = { content: string; trial?: Trial; problem?: string }

/** The draft rule's effect on earlier calls. `content` identifies the draft. */
export function RuleTrial({ draft, content }: { draft: RuleDraft | undefined; content: string }) {
  const link = useLink()
  const [tried, setTried] = useState<Tried>({ content: '' })
  // Depends on the content instead of the draft, which is a new object each time.
  const attempt = useEffectEvent(() => draft && link.call('tryRule', { rule: draft }))
  const isWhole = draft !== undefined
  useEffect(() => {
    if (!isWhole) return undefined
    let isWanted = true
    const hear = (result: Omit<Tried, 'content'>): void => {
      if (isWanted) setTried({ content, ...result })
    }
    const timer = setTimeout(() => {
      attempt()?.then(
        (trial) => hear({ trial }),
        (error: unknown) => hear({ problem: problemOf(error) }),
      )
    }, settleMs)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [isWhole, content])
  if (!draft) return null
  return (
    <section className={styles.trial} aria-label={words.tried} aria-live="polite">
      {tried.content !== content ? (
        <p>{words.trying}</p>
      ) : (
        (tried.problem ?? (tried.trial && <Outcome {...tried.trial} />))
      )}
    </section>
  )
}

function Outcome({ allowed, asked, denied, examples }: Trial) {
  const all = allowed + asked + denied
  if (all === 0) return <p>{words.noCalls}</p>
  return (
    <>
      <div className={styles.outcome}>
        <Cells run={allowed} ask={asked} deny={denied} />
        <p>{words.result(allowed, all)}</p>
      </div>
      {examples.length > 0 && (
        <>
          <p>{words.stillAsk}</p>
          <ul className={styles.examples}>
            {examples.map(({ seq, at, why }) => (
              <li key={seq} className={styles.example}>
                <Plain text={why} limit={300} />
                <span className={styles.when}>{formatMoment(at)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

/** One cell per call; the text next to them says the same in words. */
const Cells = (counts: { run: number; ask: number; deny: number }) => (
  <span className={styles.cells} aria-hidden>
    {(['run', 'ask', 'deny'] as const).flatMap((would) =>
      Array.from({ length: counts[would] }, (_, index) => (
        <i key={`${would} ${index}`} className={styles.cell} data-would={would} />
      )),
    )}
  </span>
)
