import { isObject, type JsonValue } from '../../shared/schema/json.ts'

/** What a driver says at its end, as the last line it prints: whether it did what the scenario is about. */
export type Statement = { acted: true } | { acted: false; because: string }

export const printed = (statement: Statement): string => `${JSON.stringify(statement)}\n`

/** Nothing where a driver ended without a word. */
export function statementIn(output: string): Statement | undefined {
  try {
    const value = JSON.parse(output.trimEnd().split('\n').at(-1) ?? '') as JsonValue
    if (!isObject(value)) return undefined
    if (value['acted'] === true) return { acted: true }
    return typeof value['because'] === 'string' ? { acted: false, because: value['because'] } : undefined
  } catch {
    return undefined
  }
}
