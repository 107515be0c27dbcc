import { isObject, type JsonValue } from '../../../shared/schema/json.ts'
import type { PromptMessage, ResourceContent } from '../../../shared/content/listed.ts'
import type { PickedThing } from './picked.ts'

type PickedStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Characters of what one composer holds that are kept over a reload. */
const longestStored = 500_000

const keyOf = (place: string): string => `atrium.picked.${place}`

/** Keeps what was picked in a composer; nothing, or too much of it, is not kept. */
export function writePicked(storage: PickedStorage | undefined, place: string, things: PickedThing[]): void {
  const text = JSON.stringify(things)
  try {
    if (things.length === 0 || text.length > longestStored) storage?.removeItem(keyOf(place))
    else storage?.setItem(keyOf(place), text)
  } catch (error) {
    // The storage of the tab is full: these last until it is reloaded.
    if (!(error instanceof DOMException)) throw error
  }
}

/** What is not of today's shape is left out. */
export function readPicked(storage: PickedStorage | undefined, place: string): PickedThing[] {
  const text = storage?.getItem(keyOf(place)) ?? '[]'
  const stored = parsed(text)
  return Array.isArray(stored) ? stored.flatMap(readThing) : []
}

function readThing(stored: JsonValue): PickedThing[] {
  if (!isObject(stored)) return []
  const { type, handle, server, name, bytes } = stored
  if (typeof handle !== 'string' || typeof server !== 'string' || typeof name !== 'string') return []
  const known = { handle, server, name, bytes: typeof bytes === 'number' ? bytes : 0 }
  if (type === 'prompt') {
    const { title, arguments: given, messages } = stored
    return [
      {
        type,
        ...known,
        title: typeof title === 'string' ? title : undefined,
        arguments: isObject(given) ? texts(given) : {},
        messages: listOf(messages).filter(isMessage),
      },
    ]
  }
  const { uri, mimeType, contents, canFollow, live } = stored
  if (type !== 'resource' || typeof uri !== 'string') return []
  return [
    {
      type,
      ...known,
      uri,
      mimeType: typeof mimeType === 'string' ? mimeType : undefined,
      contents: listOf(contents).filter(isContent),
      canFollow: canFollow === true,
      live: live === true,
    },
  ]
}

const listOf = (value: JsonValue | undefined): unknown[] => (Array.isArray(value) ? value : [])

const texts = (values: Record<string, JsonValue>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, it]) => (typeof it === 'string' ? [[name, it]] : [])))

const isMessage = (value: unknown): value is PromptMessage =>
  isObject(value) && (value['role'] === 'user' || value['role'] === 'assistant') && isObject(value['content'])

const isContent = (value: unknown): value is ResourceContent =>
  isObject(value) &&
  typeof value['uri'] === 'string' &&
  typeof value['bytes'] === 'number' &&
  (typeof value['text'] === 'string' || typeof value['blob'] === 'string' || !('text' in value))

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
