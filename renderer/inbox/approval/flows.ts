import type { Flow } from '../../../shared/asks/asks.ts'
import { valueAt } from '../../../shared/schema/pointer.ts'
import type { JsonValue } from '../../../shared/schema/json.ts'
import { strings } from '../../strings/strings.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'

const words = strings.inbox.flows

/** What of the flows still stands at its place once the arguments were edited, wherever it stands there now. */
export function flowsAfter(flows: readonly Flow[], before: JsonValue, now: JsonValue): Flow[] {
  return flows.flatMap((flow) => {
    const [old, next] = [valueAt(before, flow.at), valueAt(now, flow.at)]
    if (typeof old !== 'string' || typeof next !== 'string') return []
    const piece = old.slice(flow.start, flow.end)
    const start = next.startsWith(piece, flow.start) ? flow.start : next.indexOf(piece)
    return piece === '' || start === -1 ? [] : [{ ...flow, start, end: start + piece.length }]
  })
}

/** What is heard in place of a passage's number; `nameOf` says what a server is called. */
export function flowLabel({ source }: Flow, number: number, nameOf: (server: string) => string): string {
  if (source.kind === 'result') return words.fromResult(number, plainLabel(source.tool), nameOf(source.server))
  const name = plainLabel(source.name)
  return source.server === undefined
    ? words.fromAttachment(number, name)
    : words.fromPicked(number, name, nameOf(source.server))
}

/** The call, or the turn, in which a source can be seen. */
export const placeOf = ({ source }: Flow): string => (source.kind === 'result' ? source.call : source.turn)
