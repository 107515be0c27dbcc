import type { CallOutcome } from '../../../../shared/events/turn-events.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import type { Journal } from '../../journal/journal.ts'
import type { ModelTool } from '../../llm/llm.ts'
import { figure, type GivenResults, readOn, readResultName, type ResultReading } from './given-results.ts'

/** Max characters that one call reads. */
const mostAtOnce = 40_000

/** The title of such a call in the interface. */
export const readResultTitle = 'Read on in a result'

/** The tool with which a model reads on in a result of this conversation. The data is already here. */
export const readResultTool: ModelTool = {
  name: readResultName,
  description:
    `Reads on in a long result of this conversation that was given to you in part, up to ${figure(mostAtOnce)} ` +
    'characters at a time. The note at the end of that result says with which arguments.',
  inputSchema: {
    type: 'object',
    properties: {
      result: { type: 'string', description: 'The handle of the result, from the note at its end.' },
      from: { type: 'integer', minimum: 0, description: 'Where to read on, in characters from the beginning.' },
    },
    required: ['result', 'from'],
  },
}

type Deps = { journal: Journal; results: ResultReading; given: GivenResults }

/** Executes such a call, which no server hears of and nobody is asked about. Rejects if nothing can be read. */
export async function readOnIn({ result, from }: JsonObject, { journal, results, given }: Deps): Promise<CallOutcome> {
  if (typeof result !== 'string' || !given.has(result))
    return { status: 'invalid', problem: 'No result of this conversation has this handle.' }
  if (typeof from !== 'number' || !Number.isSafeInteger(from) || from < 0)
    return { status: 'invalid', problem: '`from` must be a whole number, 0 or more.' }
  const { text, characters } = await results.ask('resultText', result, 'model', { from, limit: mostAtOnce })
  if (text === '')
    return { status: 'invalid', problem: `The result ends before that: it has ${figure(characters)} characters.` }
  const end = from + text.length
  const where = `These are the characters ${figure(from)} to ${figure(end)} of ${figure(characters)}`
  const more = end < characters ? `: read on with ${readOn(result, end)}` : ', and the end'
  const content = [{ type: 'text', text }]
  return { status: 'succeeded', result: journal.keep({ content }), notes: [`${where}${more}.`] }
}
