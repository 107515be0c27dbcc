import type { Compaction } from '../../../../shared/state/conversation.ts'
import { summaryOf } from '../../../../shared/state/compactions.ts'
import { head } from '../../../../shared/text/clip.ts'
import type { RequestMessage } from '../../llm/llm.ts'
import { note } from '../../llm/request/notes.ts'
import { compactionModelWords as words } from './model-words.ts'

/**
 * A summary as a model gets it in place of the turns. It says who wrote it and that it permits nothing, and includes
 * Atrium's own record of the calls. The ID, which the author couldn't know, marks its end.
 */
export function summaryGiven(compaction: Compaction): RequestMessage {
  const { id, turns, model, edited, facts } = compaction
  const mark = `--- ${id}`
  const begins = note(words.begins(turns, JSON.stringify(head(model, 200)), edited !== undefined))
  const summary = summaryOf(compaction).replaceAll(id, '…')
  const calls = (facts?.calls ?? []).map((call) => JSON.stringify(call))
  const record = [
    note(calls.length > 0 || facts?.more ? words.facts : words.noFacts),
    ...(facts?.more ? [note(words.moreFacts(facts.more))] : []),
    ...calls,
  ]
  return {
    role: 'user',
    content: [{ type: 'text', text: `${begins}\n${mark}\n${summary}\n${mark}\n${record.join('\n')}` }],
  }
}
