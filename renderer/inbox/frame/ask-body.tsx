import type { ReactNode } from 'react'
import type { Ask } from '../../../shared/asks/asks.ts'
import type { HostState } from '../../../shared/state/state.ts'
import { useHost } from '../../state/replica.ts'
import { useNow } from '../../state/use-now.ts'
import { formatDuration } from '../../strings/format/time.ts'
import { questions } from '../../strings/inbox/questions.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { fixedList } from '../../ui/fixed-list.tsx'
import { useServerName } from '../../ui/seal.tsx'
import { Ext, Plain } from '../../ui/third-party/ext.tsx'
import styles from './ask-frame.module.css'

const words = questions.running

/** Atrium's own statement about the question, from facts only. */
export const Sentence = ({ children }: { children: ReactNode }) => <p className={styles.sentence}>{children}</p>

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

/** Milliseconds of waiting before it is mentioned. */
const mentionedAfter = 20_000

/** How long a server's question has been open. How long its server waits isn't known, so nothing counts down. */
export const AskedAgo = ({ ask: { openedAt } }: { ask: Ask }) =>
  openedAt === undefined ? null : <Ago since={openedAt} />

function Ago({ since }: { since: number }) {
  const age = useNow() - since
  if (age < mentionedAfter) return null
  return <p className="fs-small ink2 num">{questions.askedAgo(formatDuration(age))}</p>
}

/**
 * The calls a server's question may be for, if it's uncertain which, or that it belongs to none. Empty for a sign-in,
 * which concerns the whole server.
 */
export function RunningCalls({ ask }: { ask: Ask }) {
  return ask.operation || !('running' in ask.question) ? null : <Calls {...ask.question} />
}

function Calls({ server, running }: { server: string; running: string[] }) {
  const name = useServerName(server)
  const tools = useHost((state) => toolsOf(state, running), sameTools)
  if (running.length === 0) return <Sentence>{words.none}</Sentence>
  if (tools.length === 0) return <Sentence>{words.gone}</Sentence>
  const calls = fixedList(tools, (tool, index) => (
    <span>
      {index > 0 && ', '}
      <b>
        <Plain text={tool} />
      </b>
    </span>
  ))
  return (
    <Sentence>
      <Phrase text={words.several} slots={{ server: <b>{name}</b>, calls }} />
    </Sentence>
  )
}

const toolsOf = ({ turns }: HostState, running: string[]): string[] =>
  Object.values(turns).flatMap(({ calls }) => running.flatMap((id) => calls[id]?.tool ?? []))

const sameTools = (a: string[], b: string[]): boolean =>
  a.length === b.length && a.every((tool, index) => tool === b[index])
