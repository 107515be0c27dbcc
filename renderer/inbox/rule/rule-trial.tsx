import { useEffect, useEffectEvent, useState } from 'react'
import type { RuleTrial } from '../../../shared/contract/rule-commands.ts'
import type { RuleDraft } from '../../../shared/rules/rules.ts'
import { useLink } from '../../state/replica.ts'
import { rules } from '../../strings/inbox/rules.ts'
import { problemOf } from '../../state/action.ts'
import { Plain } from '../../ui/third-party/ext.tsx'
import { formatMoment } from '../../strings/format/time.ts'
import styles from './rule.module.css'

const words = rules.dialog

/** Milliseconds after an edit before the rule is tried. */
const settleMs = 250

type Tried = { content: string; trial?: RuleTrial; problem?: string }

/** The effect of new rules on earlier calls; undefined drafts are incomplete. `content` identifies them. */
export function RuleTrialReport({ drafts, content }: { drafts: RuleDraft[] | undefined; content: string }) {
  const link = useLink()
  const [tried, setTried] = useState<Tried>({ content: '' })
  // Depends on the content instead of the drafts, which are new objects each time.
  const attempt = useEffectEvent(() => drafts && link.call('tryRules', { rules: drafts }))
  const isWhole = drafts !== undefined
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
  if (!drafts) return null
  return (
    <section className="stack gap1 small ink2" aria-label={words.tried} aria-live="polite">
      {tried.content !== content ? (
        <p>{words.trying}</p>
      ) : (
        (tried.problem ?? (tried.trial && <Outcome {...tried.trial} />))
      )}
    </section>
  )
}

function Outcome({ days, allowed, asked, denied, examples, calls, ...of }: RuleTrial) {
  const all = allowed + asked + denied
  if (all === 0) return <p>{words.noCalls(days)}</p>
  return (
    <>
      <div className={styles.outcome}>
        {all === calls.length && <Dots calls={calls} />}
        <p>
          {words.result(allowed, all, days)} {of.answered > 0 && words.questions(of.stillAsked, of.answered)}
        </p>
      </div>
      {of.overruled > 0 && (
        <Examples
          title={words.overruled(of.overruled)}
          items={of.overrules.map(({ tool, arguments: input, ...rest }) => ({ ...rest, text: `${tool} ${input}` }))}
        />
      )}
      {examples.length > 0 && (
        <Examples title={words.stillAsk} items={examples.map(({ why, ...rest }) => ({ ...rest, text: why }))} />
      )}
    </>
  )
}

type ExamplesProps = { title: string; items: { seq: number; at: number; text: string }[] }

const Examples = ({ title, items }: ExamplesProps) => (
  <>
    <p>{title}</p>
    <ul>
      {items.map(({ seq, at, text }) => (
        <li key={seq} className={styles.example}>
          <Plain text={text} limit={300} />
          <span className={styles.when}>{formatMoment(at)}</span>
        </li>
      ))}
    </ul>
  </>
)

/** One dot per call, the oldest first; the text next to them says the same in words. */
const Dots = ({ calls }: Pick<RuleTrial, 'calls'>) => (
  <span className={styles.dots} aria-hidden>
    {calls.toReversed().map(({ seq, would }) => (
      <i key={seq} className={styles.dot} data-would={would} />
    ))}
  </span>
)
