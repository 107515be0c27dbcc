import { useEffect, type ReactNode } from 'react'
import type { Ask } from '../../../shared/asks/asks.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { neighbour, useAsksBeside } from '../../state/asks.ts'
import { inbox } from '../../strings/inbox/inbox.ts'
import { questions } from '../../strings/inbox/questions.ts'
import { IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { ExtInline, Plain } from '../../ui/third-party/ext.tsx'
import { RunningCalls } from './ask-body.tsx'
import { goToAsk } from './ask-focus.ts'
import styles from './ask-frame.module.css'
import { AskShell, type AskShellProps } from './ask-shell.tsx'

const words = inbox.ask

/** A question shown as one of several in a row: its position among them, and what passes over it unanswered. */
export type AskStep = { position: ReactNode; skip(): void }

/** Props of every kind of question. */
export type AskOfKindProps = {
  ask: Ask
  /** Drawn as part of the call above it. */
  child?: boolean
  step?: AskStep | undefined
  /** Leaves the question, which keeps waiting. */
  onLeave?: () => void
  /** Receives why an answer from this window didn't count; the question may be gone by then. */
  onRefused(problem: string): void
}

/** The parts of a question's frame that differ between kinds of requests. */
export type AskFrameProps = Omit<AskShellProps, 'label' | 'head'> & {
  /** The server's display name, unless the title is a sentence that names it. */
  from?: string
  title: string
  /** The title is third-party text, and marked as such. */
  isTheirs?: boolean
  /** Atrium's words in the title's place; its accessible name stays. */
  says?: string | undefined
  /** Next to the title. */
  aside?: ReactNode
  /** Says who gets the answers, next to the title; below it in a narrow window. */
  goesTo?: string
  /** At the end of the line, before the position. */
  end?: ReactNode
  /** How much there is to answer, at the end of the line. */
  count?: string
  /** Its place replaces the position. */
  step?: AskStep | undefined
  /** Nothing in it is collapsed; if something can be, its content reports when all of it is shown. */
  isWhole?: boolean
}

/**
 * A question's frame: its title, its position among the waiting ones, and the calls that a server's own question may be
 * for if that is uncertain.
 */
export function AskFrame(props: AskFrameProps) {
  const {
    from,
    title,
    isTheirs = false,
    says,
    aside,
    goesTo,
    end,
    count,
    step,
    isWhole = false,
    children,
    ...shell
  } = props
  const { ask, answering } = shell
  const { reportWhole } = answering
  useEffect(() => {
    if (isWhole) reportWhole(true)
  }, [isWhole, reportWhole])
  return (
    <AskShell
      {...shell}
      label={from === undefined ? questions.waiting(title) : words.waitingOf(from, plainLabel(title))}
      head={
        <>
          <span className="trunc medium">
            {says ?? (from === undefined ? title : <AskTitle title={title} from={isTheirs ? from : undefined} />)}
          </span>
          {aside ?? <span className={classes(styles.name, styles.aside, 'trunc')}>{goesTo}</span>}
          {end}
          {count !== undefined && <span className={styles.count}>{count}</span>}
          {step ? step.position : <Position ask={ask} />}
        </>
      }
    >
      {goesTo !== undefined && <p className={styles.asideBelow}>{goesTo}</p>}
      <RunningCalls ask={ask} />
      {children}
    </AskShell>
  )
}

/** A call's name in a question. `from`: the server that wrote it. */
export const AskTitle = ({ title, from }: { title: string; from: string | undefined }) =>
  from === undefined ? <Plain text={title} /> : <ExtInline from={from} text={title} />

/** This question's position among those waiting in the same place. */
function Position({ ask }: { ask: Ask }) {
  const asks = useAsksBeside(ask)
  const next = neighbour(asks, ask.id, 1)
  if (asks.length < 2 || !next) return null
  return (
    <span className={styles.position}>
      {words.position(asks.findIndex(({ id }) => id === ask.id) + 1, asks.length)}
      <IconButton size="sm" icon="chevron-down" label={words.next} onClick={() => goToAsk(next)} />
    </span>
  )
}
