import type { JsonValue } from '../../../shared/schema/json.ts'
import { isExact } from '../../../shared/schema/typed-number.ts'
import { schemaForm } from '../../strings/schema-form.ts'

const words = schemaForm.json

/** Newer engines report how a number was written. */
type Reviver = (this: unknown, key: string, value: unknown, context?: { source?: string }) => unknown

/** A JSON text's value, or a sentence that says why it can't be sent as written. */
export function readJson(text: string): { value: JsonValue } | { problem: string } {
  if (text.trim() === '') return { problem: words.empty }
  const inexact: string[] = []
  const check: Reviver = (_key, value, context) => {
    if (typeof value === 'number' && !isExact(context?.source ?? String(value), value))
      inexact.push(context?.source ?? '')
    return value
  }
  try {
    JSON.parse(text, check)
  } catch (error) {
    return { problem: words.invalid(reasonOf(error)) }
  }
  if (inexact.length > 0) return { problem: words.tooLarge((inexact[0] ?? '').slice(0, 40)) }
  // Parsed again without the check, which would lose a member named __proto__.
  const value: JsonValue = JSON.parse(text)
  return { value }
}

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/^JSON\.parse: |\.$/g, '').slice(0, 200)
