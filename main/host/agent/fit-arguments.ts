import { HostError } from '../../../shared/contract/errors.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import { withValueAt } from '../../../shared/schema/pointer.ts'
import { deepest, exceeds, hasEndlessNumber } from '../llm/request/json.ts'
import type { Validator, SchemaVerdict } from '../validation/validator.ts'
import { agentWords as words } from './words.ts'

const mostParts = 200_000

/** Throws `bad-input` if the user's input exceeds what later steps accept. */
export function assertBounded(input: JsonObject): void {
  if (exceeds(input, deepest, mostParts)) throw new HostError('bad-input', words.tooDeep(deepest))
  if (hasEndlessNumber(input)) throw new HostError('bad-input', words.endlessNumber)
}

/** Max defaults filled into one call. */
const mostFilled = 50

/**
 * Fits arguments to a definition. Required ones that were left out get their default: `filled` are their positions (RFC
 * 6901). `problem` says in one sentence why they don't fit. A schema that can't be checked rejects nothing: the user
 * decides.
 */
export async function fit(
  definition: Definition,
  input: JsonObject,
  server: string,
  validator: Validator,
): Promise<{ input: JsonObject; filled: string[] } | { problem: string }> {
  const filled: string[] = []
  let fitted: JsonValue = input
  for (;;) {
    const verdict = await check(definition, fitted, server, validator)
    if (!('ok' in verdict) || verdict.ok) return { input: isObject(fitted) ? fitted : input, filled }
    const { problems, defaults = [] } = verdict
    const isStuck = defaults.length === 0 || defaults.some(({ path }) => filled.includes(path))
    if (isStuck || filled.length + defaults.length > mostFilled) return { problem: words.schemaViolation(problems) }
    for (const { path, value } of defaults) {
      fitted = withValueAt(fitted, path, value)
      filled.push(path)
    }
  }
}

/** Why the user's arguments don't fit, in one sentence; fills in nothing. */
export async function schemaViolation(
  definition: Definition,
  input: JsonObject,
  server: string,
  validator: Validator,
): Promise<string | undefined> {
  const verdict = await check(definition, input, server, validator)
  return !('ok' in verdict) || verdict.ok ? undefined : words.schemaViolation(verdict.problems)
}

type Definition = { hash: string; raw: JsonObject }

const check = (
  { hash, raw }: Definition,
  input: JsonValue,
  server: string,
  validator: Validator,
): Promise<SchemaVerdict> =>
  validator.check({ hash: `${hash}/input`, schema: raw['inputSchema'] ?? {} }, input, { server })
