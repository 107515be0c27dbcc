import type { CallOutcome } from '../../../../shared/events/turn-events.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import type { Journal } from '../../journal/journal.ts'
import type { ModelTool } from '../../llm/llm.ts'
import { figure, type GivenResults, readOn, readResultName, type ResultReading } from './given-results.ts'
import { resourceWords } from './words.ts'
import { resourceModelWords as words } from './model-words.ts'

/** Max characters that one call reads. */
const mostAtOnce = 40_000

/** A call's title in the interface. */
export const readResultTitle = resourceWords.readOnTitle

/** The tool for continuing to read a result of this conversation. The data is already here. */
export const readResultTool: ModelTool = {
  name: readResultName,
  description: words.readOnTool(figure(mostAtOnce)),
  inputSchema: {
    type: 'object',
    properties: {
      result: { type: 'string', description: words.handle },
      from: { type: 'integer', minimum: 0, description: words.from },
    },
    required: ['result', 'from'],
  },
}

type Deps = { journal: Journal; results: ResultReading; given: GivenResults }

/**
 * Executes a call to `readResultTool` without contacting a server or asking the user. Rejects if nothing can be read.
 */
export async function readOnIn({ result, from }: JsonObject, { journal, results, given }: Deps): Promise<CallOutcome> {
  if (typeof result !== 'string' || !given.has(result)) return { status: 'invalid', problem: words.noHandle }
  if (typeof from !== 'number' || !Number.isSafeInteger(from) || from < 0)
    return { status: 'invalid', problem: words.badFrom }
  const { text, characters } = await results.ask('resultTextForModel', { hash: result, from, limit: mostAtOnce })
  if (text === '') return { status: 'invalid', problem: words.endsBefore(figure(characters)) }
  const end = from + text.length
  const of = { from: figure(from), end: figure(end), characters: figure(characters) }
  const where = end < characters ? words.middle({ ...of, readOn: readOn(result, end) }) : words.last(of)
  const content = [{ type: 'text', text }]
  return { status: 'succeeded', result: journal.keep({ content }), notes: [where] }
}
