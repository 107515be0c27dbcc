import { defined, isObject, type JsonObject } from '../../../../shared/schema/json.ts'
import type { Completion } from '../../../../shared/contract/offer-commands.ts'

/** Max values in one answer (specification, server/utilities/completion). */
const mostValues = 100
const longestValue = 4000

/** Leaves out invalid and overlong values. */
export function readCompletion({ completion }: JsonObject): Omit<Completion, 'tookMs'> {
  const { values, total, hasMore } = isObject(completion) ? completion : {}
  const texts = (Array.isArray(values) ? values : []).flatMap((it) =>
    typeof it === 'string' && it.length <= longestValue ? [it] : [],
  )
  const known = typeof total === 'number' && Number.isSafeInteger(total) && total >= 0 ? total : undefined
  const shown = [...new Set(texts)].slice(0, mostValues)
  return {
    values: shown,
    ...defined({ total: known }),
    more: hasMore === true || texts.length > mostValues || (known ?? 0) > texts.length,
  }
}

/** A result with only the displayed values, which reads the same. */
export function boundedCompletion(result: JsonObject): JsonObject {
  const { values, total = null, more } = readCompletion(result)
  return { completion: { values, total, hasMore: more } }
}
