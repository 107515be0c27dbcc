import type { Claims, Suspicion } from '../../../shared/asks/asks.ts'
import { isObject, type JsonValue } from '../../../shared/schema/json.ts'

/** What a server claims of a tool, as the words after "its server says". */
export function claimsOf({ readOnly, destructive, idempotent, openWorld }: Claims): string {
  if (readOnly) return openWorld ? 'it only reads, also outside this computer' : 'it only reads'
  const what = destructive ? 'it may destroy something' : 'it only adds'
  return [what, ...(idempotent ? ['twice is as once'] : []), ...(openWorld ? ['it reaches outside'] : [])].join(', ')
}

const suspicions: Record<Suspicion, string> = {
  'hidden-characters': 'has hidden characters',
  'look-alike': 'looks like another',
  'names-another-server': 'names another server',
}

export const suspicionsOf = (found: Suspicion[]): string => found.map((it) => `, ${suspicions[it]}`).join('')

/** Content blocks, the texts as they are and everything else by its kind. */
export const partsOf = (content: JsonValue[]): string =>
  content
    .map((part) => {
      if (!isObject(part)) return JSON.stringify(part)
      return part['type'] === 'text' && typeof part['text'] === 'string' ? part['text'] : JSON.stringify(part)
    })
    .join('\n')
