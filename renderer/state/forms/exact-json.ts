import type { JsonValue } from '../../../shared/schema/json.ts'
import { strings } from '../../strings/strings.ts'

const words = strings.schemaForm.json

/** Whether a number that was read still is what its text says: neither beyond all bounds nor a whole number cut off. */
export function isExact(text: string, number: number): boolean {
  if (!Number.isFinite(number)) return false
  return Number.isSafeInteger(number) || !/^[+-]?\d+$/.test(text) || BigInt(text.replace('+', '')) === BigInt(number)
}

/** Newer engines tell how a number was written. */
type Reviver = (this: unknown, key: string, value: unknown, context?: { source?: string }) => unknown

/** A JSON text as a value, or a sentence that says why it is none that can be sent as it is written. */
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
  // Once more without the check, which would lose a member with the name __proto__.
  const value: JsonValue = JSON.parse(text)
  return { value }
}

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/^JSON\.parse: |\.$/g, '').slice(0, 200)
