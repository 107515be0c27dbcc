import type { CallFact, CallFacts } from '../../../../shared/events/context-events.ts'
import type { JsonValue, StoredValue } from '../../../../shared/schema/json.ts'
import { ownCalls } from '../../../../shared/state/call-fold.ts'
import { sentArguments, type Call, type Turn } from '../../../../shared/state/conversation.ts'
import { clip } from '../../../../shared/text/clip.ts'

/** Max characters of a call's arguments, and of the reason for its outcome. */
const longestArguments = 200
const longestSaid = 200
/** Max calls, and max characters of all together: the event stays inline. */
const mostCalls = 200
const mostCharacters = 40_000

/**
 * The calls of these turns, as Atrium knows them: no model writes any of it. If they are too many, the oldest that
 * succeeded are only counted.
 */
export function callFacts(turns: readonly Turn[], read: (kept: StoredValue) => JsonValue): CallFacts {
  const all = turns.flatMap((turn) => [
    ...ownCalls(turn).map((call): CallFact => ({ ...factOf(call, read), by: 'person' })),
    ...turn.messages.flatMap(({ calls }) => calls.map((call) => factOf(call, read))),
  ])
  const kept = new Set<CallFact>()
  let characters = 0
  const [fine, notable] = [all.filter(wentWell), all.filter((fact) => !wentWell(fact))]
  for (const fact of [...notable.toReversed(), ...fine.toReversed()]) {
    characters += JSON.stringify(fact).length
    if (kept.size >= mostCalls || characters > mostCharacters) break
    kept.add(fact)
  }
  return { calls: all.filter((fact) => kept.has(fact)), more: all.length - kept.size }
}

const wentWell = ({ outcome }: CallFact): boolean => outcome === 'succeeded' || outcome === 'imported'

function factOf(call: Call, read: (kept: StoredValue) => JsonValue): CallFact {
  const { server, tool, outcome, imported } = call
  const input = clip(JSON.stringify(read(sentArguments(call))), longestArguments)
  const fact = { ...(server !== undefined && { server: clip(server, 100) }), tool: clip(tool, 128), arguments: input }
  if (imported) return { ...fact, outcome: 'imported' }
  if (!outcome) return { ...fact, outcome: 'interrupted', mayHaveRun: true }
  const { status } = outcome
  const said = 'reason' in outcome ? outcome.reason : 'problem' in outcome ? outcome.problem : undefined
  return {
    ...fact,
    outcome: status,
    ...('mayHaveRun' in outcome && outcome.mayHaveRun && { mayHaveRun: true }),
    ...(status === 'denied' && { by: outcome.rule ? 'rule' : 'person' }),
    ...(said !== undefined && { said: clip(said, longestSaid) }),
    ...('result' in outcome && outcome.result && 'blob' in outcome.result && { result: outcome.result.blob }),
  }
}
