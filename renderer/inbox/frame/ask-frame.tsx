import type { ReactNode } from 'react'
import type { Ask } from '../../../shared/asks/asks.ts'
import { inbox } from '../../strings/inbox/inbox.ts'
import { IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { ExtInline, Plain } from '../../ui/third-party/ext.tsx'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { goToAsk } from './ask-focus.ts'
import styles from './ask-frame.module.css'
import type { AskStep } from './ask-props.ts'
import { AskShell, type AskShellProps } from './ask-shell.tsx'
import { neighbour, useAsksBeside } from '../../state/asks.ts'

const words = inbox.ask

type AskFrameProps = Omit<AskShellProps, 'label' | 'head'> & {
  /** The server's display name. */
  from: string
  title: string
  /** The title is third-party text, and marked as such. */
  isTheirs?: boolean
  /** The technical name next to the title. */
  name?: string
  /** Replaces the technical name. */
  aside?: ReactNode
  /** At the end of the line, before the position. */
  end?: ReactNode
  /** Its place replaces the position. */
  step?: AskStep | undefined
}

/** A question's frame: its title, and its position among the waiting ones. */
export function AskFrame({ from, title, isTheirs = false, name = title, aside, end, step, ...shell }: AskFrameProps) {
  return (
    <AskShell
      {...shell}
      label={words.waitingOf(from, plainLabel(title))}
      head={
        <>
          <span className={classes(styles.title, 'trunc')}>
            <AskTitle title={title} from={isTheirs ? from : undefined} />
          </span>
          {aside ?? <code className={classes(styles.name, 'trunc')}>{title !== name && <Plain text={name} />}</code>}
          {end}
          {step ? step.place : <Position ask={shell.ask} />}
        </>
      }
    />
  )
}

/** A call's name in a question. `from`: the server that wrote it. */
export const AskTitle = ({ title, from }: { title: string; from: string | undefined }) =>
  from === undefined ? <Plain text={title} /> : <ExtInline from={from} text={title} />

/** Atrium's own statement about the question, from facts only. */
export const Sentence = ({ children }: { children: ReactNode }) => <p className={styles.sentence}>{children}</p>

/** This question's position among those waiting in the same place. */
export function Position({ ask }: { ask: Ask }) {
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
