import type { Claims, Question } from '../../../shared/asks/asks.ts'
import type { JsonValue } from '../../../shared/schema/json.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { inbox } from '../../strings/inbox/inbox.ts'
import { useServerName } from '../../ui/seal.tsx'
import { valueCount } from '../../ui/json/value-count.ts'
import { useRemoteHost } from '../../state/servers/use-servers.ts'

const words = inbox.approval
const claimed = inbox.facts

type SendsProps = { question: Question<'approval'>; arguments: JsonValue }

/** How much would be sent, to which server, and what the server claims the call does. */
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

/**
 * A server's claims about the tool, as a sentence about `name`. The cautious value is also the default if a server says
 * nothing, so it's worded as an unclaimed guarantee.
 */
export function claimSentence(name: string, claims: Claims): string {
  if (claims.readOnly) return claimed.onlyReads(name)
  return claims.destructive ? claimed.mayDestroy(name) : claimed.destroysNothing(name)
}
