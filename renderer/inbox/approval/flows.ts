import type { Flow } from '../../../shared/asks/asks.ts'
import { valueAt } from '../../../shared/schema/pointer.ts'
import type { JsonValue } from '../../../shared/schema/json.ts'
import { inbox } from '../../strings/inbox/inbox.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'

const words = inbox.flows

/** The flows whose text is still in the edited arguments, wherever it is now. */
export function flowsAfter(flows: readonly Flow[], before: JsonValue, now: JsonValue): Flow[] {
  return flows.flatMap((flow) => {
    const [old, next] = [valueAt(before, flow.at), valueAt(now, flow.at)]
    if (typeof old !== 'string' || typeof next !== 'string') return []
    const piece = old.slice(flow.start, flow.end)
    const start = next.startsWith(piece, flow.start) ? flow.start : next.indexOf(piece)
    return piece === '' || start === -1 ? [] : [{ ...flow, start, end: start + piece.length }]
  })
}

/** The accessible label of a passage; `nameOf` returns a server's display name. */
export function flowLabel({ source }: Flow, number: number, nameOf: (server: string) => string): string {
  if (source.kind === 'result') return words.fromResult(number, plainLabel(source.tool), nameOf(source.server))
  const name = plainLabel(source.name)
  return source.server === undefined
    ? words.fromAttachment(number, name)
    : words.fromPicked(number, name, nameOf(source.server))
}

/** The call or turn that shows a source. */
export const sourceIdOf = ({ source }: Flow): string => (source.kind === 'result' ? source.call : source.turn)
