import { annotationsOf, audienceOf, priorityOf } from '../../shared/content/annotations.ts'
import type { JsonValue } from '../../shared/schema/json.ts'

/** A server's annotations of a part; `audience` if it names anyone. */
export type Marks = {
  audience?: 'user' | 'assistant' | 'both' | undefined
  /** From 0 to 1. */
  priority?: number | undefined
  /** Epoch milliseconds. */
  lastModified?: number | undefined
}

/** A part's annotations as far as they're valid. */
export function partMarksOf(block: JsonValue): Marks {
  const { audience, lastModified } = annotationsOf(block)
  const at = typeof lastModified === 'string' ? Date.parse(lastModified) : Number.NaN
  const isForBoth = Array.isArray(audience) && audience.includes('user') && audience.includes('assistant')
  return {
    audience: isForBoth ? 'both' : audienceOf(block),
    priority: priorityOf(block),
    lastModified: Number.isNaN(at) ? undefined : at,
  }
}
