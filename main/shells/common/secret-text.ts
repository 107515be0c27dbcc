import { isObject, parseJson } from '../../../shared/schema/json.ts'

/** Secrets by name, as the one text that is encrypted. */
export const secretText = (secrets: ReadonlyMap<string, string>): string => JSON.stringify(Object.fromEntries(secrets))

/** The secrets in a text from `secretText`; undefined if it isn't one. */
export function parseSecrets(text: string): Map<string, string> | undefined {
  const value = parseJson(text)
  if (!isObject(value)) return undefined
  return new Map(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}
