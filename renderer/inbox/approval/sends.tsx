import type { Question } from '../../../shared/asks/asks.ts'
import type { JsonValue } from '../../../shared/schema/json.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { strings } from '../../strings/strings.ts'
import { useServerName } from '../../ui/seal.tsx'
import { claimSentence, valueCount } from './facts.ts'
import { useRemoteHost } from '../frame/remote-host.ts'

const words = strings.inbox.approval

type SendsProps = { question: Question<'approval'>; arguments: JsonValue }

/** How much would be sent, to whom, and what the server says that comes of it. */
export function Sends({ question: { server, claims }, arguments: sent }: SendsProps) {
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
