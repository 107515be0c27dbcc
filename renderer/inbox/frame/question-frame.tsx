import { useEffect } from 'react'
import { questions } from '../../strings/inbox/questions.ts'
import { classes } from '../../ui/classes.ts'
import { Ext, Plain } from '../../ui/third-party/ext.tsx'
import { useServerName } from '../../ui/seal.tsx'
import styles from './ask-frame.module.css'
import { Position } from './ask-frame.tsx'
import { AskShell, type AskShellProps } from './ask-shell.tsx'
import { RunningCalls } from './running-calls.tsx'
import type { Pushed } from '../../state/asks.ts'

const words = questions

type QuestionFrameProps = Omit<AskShellProps, 'label' | 'head' | 'ask'> & {
  ask: Pushed
  /** A sentence of Atrium's that names who asks. */
  title: string
  aside?: string
  count?: string | undefined
}

/** The frame of a server's own question, with the calls it may be for if that is uncertain. */
export function QuestionFrame({ title, aside, count, children, ...shell }: QuestionFrameProps) {
  const { ask, answering } = shell
  const { reportWhole } = answering
  // Nothing in it is collapsed.
  useEffect(() => reportWhole(true), [reportWhole])
  return (
    <AskShell
      {...shell}
      label={words.waiting(title)}
      head={
        <>
          <span className={classes(styles.title, 'trunc')}>{title}</span>
          <span className={classes(styles.name, styles.aside, 'trunc')}>{aside}</span>
          {count !== undefined && <span className={styles.count}>{count}</span>}
          <Position ask={ask} />
        </>
      }
    >
      {aside !== undefined && <p className={styles.asideBelow}>{aside}</p>}
      <RunningCalls ask={ask} />
      {children}
    </AskShell>
  )
}

/** The server's message, as plain text. */
export function ServerMessage({ server, text }: { server: string; text: string }) {
  const name = useServerName(server)
  if (text.trim() === '') return null
  return (
    <Ext from={name}>
      <Plain text={text} />
    </Ext>
  )
}
