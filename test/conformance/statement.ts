import { isObject, type JsonValue } from '../../shared/schema/json.ts'

/** A driver's last output line: whether it did what the scenario requires. */
export type Statement = { acted: true } | { acted: false; because: string }

export const printed = (statement: Statement): string => `${JSON.stringify(statement)}\n`

/** Undefined if a driver ended without one. */
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
