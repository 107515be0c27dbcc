import type { Ask, Question } from '../../shared/asks.ts'
import { useHost } from '../host.ts'
import { Phrase } from '../strings/phrase.tsx'
import { strings } from '../strings/strings.ts'
import { Arguments } from '../ui/arguments.tsx'
import { Claims } from '../ui/claims.tsx'
import { Ext, Plain } from '../ui/ext.tsx'
import { ServerSeal, useServerName } from '../ui/seal.tsx'
import { Answers } from './answers.tsx'
import styles from './approval.module.css'
import { AskFrame, Sentence } from './ask-frame.tsx'
import { claimSentence, valueCount } from './facts.ts'
import { useAnswering } from './use-answering.ts'

const words = strings.inbox.approval

type ApprovalProps = {
  ask: Extract<Ask, { kind: 'approval' }>
  child?: boolean
  onLeave?: () => void
  /** Hears why an answer of this window did not count; the ask may be gone by then. */
  onRefused(problem: string): void
}

/** May this call go to its server? */
export function Approval({ ask, child = false, onLeave, onRefused }: ApprovalProps) {
  const { question } = ask
  const name = useServerName(question.server)
  const host = useRemoteHost(question.server)
  const answering = useAnswering(ask, onRefused)
  const { answer, keyOf } = answering
  const allow = (scope: 'once' | 'conversation'): void => void answer({ decision: 'allow', scope })
  const deny = (reason?: string): void => void answer(reason ? { decision: 'deny', reason } : { decision: 'deny' })

  return (
    <AskFrame
      ask={ask}
      answering={answering}
      from={name}
      title={question.title ?? question.tool}
      name={question.tool}
      child={child}
      onLeave={onLeave}
      keys={{
        d: keyOf.brake(deny),
        a: keyOf.consent(() => allow('once')),
        c: keyOf.consent(() => allow('conversation')),
      }}
      actions={<Answers answering={answering} allow={allow} deny={deny} />}
    >
      <Who server={question.server} name={name} />
      <Sentence>
        <Phrase
          text={words.sends}
          slots={{
            values: valueCount(question.arguments),
            server: <b>{name}</b>,
            place: host === undefined ? words.program : words.remote(host),
            claim: claimSentence(name, question.claims),
          }}
        />
      </Sentence>
      <Facts name={name} question={question} />
      <Ext from={name} note={words.noteOfDescription}>
        <Plain text={question.description || words.noDescription} limit={200} />
      </Ext>
      <Arguments key={ask.contentHash} value={question.arguments} onWhole={answering.hearWhole} />
    </AskFrame>
  )
}

/** The host and port of a server at an address; nothing for a program that Atrium runs. */
const useRemoteHost = (server: string): string | undefined =>
  useHost(({ configured }) => {
    const config = configured.servers[server]
    return config?.type === 'http' ? new URL(config.url).host : undefined
  })

function Who({ server, name }: { server: string; name: string }) {
  const host = useRemoteHost(server)
  const config = useHost((state) => state.configured.servers[server])
  const command =
    config &&
    config.type !== 'playground' &&
    (config.type === 'http' ? config.url : [config.command, ...config.args].join(' '))
  return (
    <div className={styles.who}>
      <span className={styles.server}>
        <ServerSeal server={server} />
        {name}
      </span>
      <span>{host === undefined ? words.here : words.at(host)}</span>
      {command && (
        <code className={`${styles.command} trunc`} title={command}>
          <Plain text={command} />
        </code>
      )}
    </div>
  )
}

function Facts({ name, question }: { name: string; question: Question<'approval'> }) {
  const host = useRemoteHost(question.server)
  return (
    <div className={styles.facts}>
      <Claims from={name} claims={question.claims} />
      <span className={styles.fact}>{host === undefined ? words.runsHere : words.isSentTo(host)}</span>
      <span className={styles.legend}>{words.legend(name)}</span>
    </div>
  )
}
