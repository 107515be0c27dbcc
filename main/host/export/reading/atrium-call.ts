import type { LeftOutOfImport } from '../../../../shared/contract/conversation-import-commands.ts'
import { defined, isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { clip } from '../../../../shared/text/clip.ts'
import { leave, momentOf, textIn, type ReadCall, type ReadOutcome } from './shape.ts'

/** A call in Atrium's JSON, without what Atrium decided about it. */
export function readImportedCall(call: JsonObject, leftOut: LeftOutOfImport): ReadCall {
  const { modelCall, modelName, server, tool, title, requestedAt, edited, filled, outcome } = call
  const sent = edited ?? (isObject(filled) ? filled['arguments'] : undefined) ?? call['arguments']
  return {
    modelCall: named(modelCall),
    modelName: named(modelName),
    server: named(server),
    title: named(title),
    tool: named(tool) ?? '?',
    arguments: storedIn(sent, leftOut) ?? {},
    at: momentOf(requestedAt),
    outcome: isObject(outcome) ? outcomeOf(outcome, leftOut) : undefined,
  }
}

/** A stored value: whole, or its beginning. A hash in a file is never looked up. */
export function storedIn(value: JsonValue | undefined, leftOut: LeftOutOfImport): JsonValue | undefined {
  if (!isObject(value)) return undefined
  if ('json' in value) return value['json']
  if (typeof value['preview'] !== 'string') return undefined
  leave(leftOut, 'cut')
  return value['preview']
}

const named = (value: JsonValue | undefined): string | undefined => clip(textIn(value), 200) || undefined

function outcomeOf(outcome: JsonObject, leftOut: LeftOutOfImport): ReadOutcome | undefined {
  const { status, mayHaveRun } = outcome
  const problem = clip(textIn(outcome['problem']), 2000)
  const result = storedIn(outcome['result'], leftOut)
  const may = mayHaveRun === true
  switch (status) {
    case 'succeeded':
      return { status, result: result ?? null }
    case 'failed':
      return { status, problem, mayHaveRun: may, ...defined({ result }) }
    case 'timed-out':
      return { status, problem, mayHaveRun: true }
    case 'invalid':
    case 'stale':
      return { status, problem }
    case 'denied':
      return { status, ...(typeof outcome['reason'] === 'string' && { reason: clip(outcome['reason'], 2000) }) }
    case 'expired':
      return { status }
    case 'cancelled':
      return { status, mayHaveRun: may }
    case 'interrupted':
      return { status, mayHaveRun: true }
    default:
      return undefined
  }
}
