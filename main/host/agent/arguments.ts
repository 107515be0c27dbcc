import { HostError } from '../../../shared/errors.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { deepest, exceeds } from '../llm/json.ts'
import type { Validator } from '../workers/validator.ts'

const mostParts = 200_000

/** Throws `bad-input` for what a person filled in beyond what anything after it takes. */
export function assertBounded(input: JsonObject): void {
  if (exceeds(input, deepest, mostParts))
    throw new HostError('bad-input', `The arguments nest deeper than ${deepest} levels or have too many parts.`)
}

/**
 * In one sentence why arguments are not those that a definition wants. A schema that cannot be checked refuses nothing:
 * the decision is the person's.
 */
export async function misfit(
  { hash, raw }: { hash: string; raw: JsonObject },
  input: JsonObject,
  server: string,
  validator: Validator,
): Promise<string | undefined> {
  const verdict = await validator.check({ hash: `${hash}/input`, schema: raw['inputSchema'] ?? {} }, input, { server })
  if (!('ok' in verdict) || verdict.ok) return undefined
  return `The arguments do not fit the tool: ${verdict.problems.join('; ')}.`
}
