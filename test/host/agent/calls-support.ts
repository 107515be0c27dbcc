import type { FlowsOf } from '../../../main/host/agent/clearance.ts'
import type { CallRequest } from '../../../main/host/agent/tool-call.ts'
import type { Answer, Ask } from '../../../shared/asks/asks.ts'
import type { JsonObject, JsonValue } from '../../../shared/schema/json.ts'
import type { AskOf } from '../../support/person.ts'
import type { Fleet } from '../../support/fleet.ts'

let made = 0

/** Nothing in the arguments came from elsewhere. */
export const noFlows: FlowsOf = async () => ({ flows: [], complete: true })

/** A call that a model requested, of a fleet's one server. */
export const requestOf = (tool: string, input: JsonObject): CallRequest => ({
  conversation: 'c',
  turn: 't',
  call: `k${++made}`,
  server: 'it',
  tool,
  arguments: { input },
})

const isApproval = (ask: Ask): ask is AskOf<'approval'> => ask.kind === 'approval'

/** The oldest waiting call. */
export const openApproval = ({ journal }: Fleet): AskOf<'approval'> | undefined => journal.state.asks.find(isApproval)

/** Answers it, with the right to chat. Rejects like the inbox. */
export async function answerApproval(fleet: Fleet, answer: Answer<'approval'>, actor = 'web:test'): Promise<void> {
  const ask = openApproval(fleet)
  if (!ask) throw new Error('No call waits.')
  await fleet.inbox.answer(ask.id, answer as JsonValue, ask.contentHash, { actor, right: 'use' })
}
