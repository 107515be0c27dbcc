import { isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import { noClient, type ClientDraft } from './client-draft.ts'
import { readNamedValue, type Inputs } from './paste-gaps.ts'

/** An entry's sign-in settings: their key, what Atrium uses of them, and the keys it ignores. */
export type PastedClient = { key: string; client: ClientDraft; notTaken: string[] }

/** Where other applications write it. */
const places = ['oauth', 'auth']

/** Their names for its members, ignoring case and underscores. */
const parts = {
  clientid: 'clientId',
  clientsecret: 'secret',
  scopes: 'scopes',
  scope: 'scopes',
  callbackport: 'port',
} as const

const partOf = (key: string): (typeof parts)[keyof typeof parts] | undefined => {
  const plain = key.toLowerCase().replaceAll(/[-_]/g, '')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is one of its keys
  return plain in parts ? parts[plain as keyof typeof parts] : undefined
}

/** The OAuth client, if an entry has one. A secret in it goes to the secret store. */
export function readClient(entry: JsonObject, inputs: Inputs): PastedClient | undefined {
  const key = places.find((place) => isObject(entry[place]) && Object.keys(entry[place]).some(partOf))
  const given = key === undefined ? undefined : entry[key]
  if (key === undefined || !isObject(given)) return undefined
  const client = { ...noClient }
  const notTaken: string[] = []
  for (const [name, value] of Object.entries(given)) {
    const part = partOf(name)
    const text = textOf(value)
    if (part === undefined || text === undefined) notTaken.push(`${key}.${name}`)
    else if (part !== 'secret') client[part] = text
    else {
      const { value: secret, pattern } = readNamedValue(name, text, inputs)
      Object.assign(client, { secret, pattern })
    }
  }
  return { key, client, notTaken }
}

/** Some applications write scopes as a list, and a port as a number. */
function textOf(value: JsonValue): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return value.toString()
  return Array.isArray(value) && value.every((it) => typeof it === 'string') ? value.join(' ') : undefined
}
