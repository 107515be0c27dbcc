import { useId, useState } from 'react'
import type { Claims, Question } from '../../../shared/asks/asks.ts'
import type { JsonValue } from '../../../shared/schema/json.ts'
import { useHost } from '../../state/replica.ts'
import { useRemoteHost } from '../../state/servers/use-servers.ts'
import { inbox } from '../../strings/inbox/inbox.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { Button } from '../../ui/button.tsx'
import { valueCount } from '../../ui/json/value-count.ts'
import { useServerName } from '../../ui/seal.tsx'
import { ClaimMarks } from '../../ui/third-party/claims.tsx'
import { Ext, Plain } from '../../ui/third-party/ext.tsx'
import { Sentence } from '../frame/ask-body.tsx'
import styles from './approval.module.css'

const words = inbox.approval
const claimed = inbox.facts

type FactsProps = { name: string; question: Question<'approval'>; input: JsonValue }

/** The server's claims and Atrium's facts in short, and on demand everything else about the tool. */
export function ApprovalFacts({ name, question, input }: FactsProps) {
  const host = useRemoteHost(question.server)
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <div>
      <div className="row wrap gap15">
        <ClaimMarks from={name} claims={question.claims} />
        <span className={styles.fact}>{host === undefined ? words.runsHere : words.isSentTo(host)}</span>
        <Button
          size="sm"
          kind="ghost"
          icon={isOpen ? 'chevron-down' : 'chevron-right'}
          className="end"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {words.details}
        </Button>
      </div>
      <div id={id} hidden={!isOpen} className={styles.details}>
        {isOpen && (
          <>
            <Sentence>
              <Sends question={question} arguments={input} />
            </Sentence>
            <Who question={question} />
            <Ext from={name} note={words.noteOfDescription}>
              <Plain text={question.description || words.noDescription} limit={200} />
            </Ext>
            <p className="micro ink3">{words.legend(name)}</p>
          </>
        )}
      </div>
    </div>
  )
}

/** The tool's technical name, and the server's program or URL. */
function Who({ question: { server, tool } }: { question: Question<'approval'> }) {
  const config = useHost((state) => state.configured.servers[server])
  const command =
    config &&
    config.type !== 'playground' &&
    (config.type === 'http' ? config.url : [config.command, ...config.args].join(' '))
  return (
    <div className={styles.who}>
      <code>
        <Plain text={tool} />
      </code>
      {command && (
        <code className="breaks">
          <Plain text={command} limit={400} />
        </code>
      )}
    </div>
  )
}

type SendsProps = { question: Question<'approval'>; arguments: JsonValue }

/** How much would be sent, to which server, and what the server claims the call does. */
function Sends({ question: { server, claims }, arguments: sent }: SendsProps) {
  const name = useServerName(server)
  const host = useRemoteHost(server)
  return (
    <Phrase
      text={words.sends}
      slots={{
        values: valueCount(sent),
        server: <b>{name}</b>,
        place: host === undefined ? words.program : words.remote(host),
        claim: claimSentence(name, claims),
      }}
    />
  )
}

/**
 * A server's claims about the tool, as a sentence about `name`. The cautious value is also the default if a server says
 * nothing, so it's worded as an unclaimed guarantee.
 */
export function claimSentence(name: string, claims: Claims): string {
  if (claims.readOnly) return claimed.onlyReads(name)
  return claims.destructive ? claimed.mayDestroy(name) : claimed.destroysNothing(name)
}
