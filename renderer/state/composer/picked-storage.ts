import { z } from 'zod'
import { isObject } from '../../../shared/schema/json.ts'
import type { PromptMessage, ResourceContent } from '../../../shared/content/listed.ts'
import { storedList, persisted } from '../persisted.ts'
import type { PickedThing } from './picked.ts'

type PickedStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Max characters of a composer's content kept across a reload. */
const longestStored = 500_000

const message = z.custom<PromptMessage>(
  (value) =>
    isObject(value) && (value['role'] === 'user' || value['role'] === 'assistant') && isObject(value['content']),
)

const content = z.custom<ResourceContent>(
  (value) =>
    isObject(value) &&
    typeof value['uri'] === 'string' &&
    typeof value['bytes'] === 'number' &&
    (typeof value['text'] === 'string' || typeof value['blob'] === 'string' || !('text' in value)),
)

const ofServer = { handle: z.string(), server: z.string(), name: z.string(), bytes: z.number().catch(0) }
const text = z.string().optional().catch(undefined)
const flag = z.boolean().catch(false)
const texts = z
  .record(z.string(), z.unknown())
  .catch({})
  .transform((values) =>
    Object.fromEntries(Object.entries(values).flatMap(([name, it]) => (typeof it === 'string' ? [[name, it]] : []))),
  )

const things: z.ZodType<PickedThing[]> = storedList(
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('prompt'),
      ...ofServer,
      title: text,
      arguments: texts,
      messages: storedList(message).catch([]),
    }),
    z.object({
      type: z.literal('resource'),
      ...ofServer,
      uri: z.string(),
      mimeType: text,
      contents: storedList(content).catch([]),
      canFollow: flag,
      live: flag,
    }),
  ]),
)

const storedIn = (storage: PickedStorage | undefined, place: string) =>
  persisted(storage, `atrium.picked.${place}`, things)

/** Stores what was picked in a composer; anything too large lasts only until the tab reloads. */
export function writePicked(storage: PickedStorage | undefined, place: string, picked: PickedThing[]): void {
  const isKept = picked.length > 0 && JSON.stringify(picked).length <= longestStored
  storedIn(storage, place).write(isKept ? picked : undefined)
}

/** The picks stored for a composer; leaves out values of another shape. */
export const readPicked = (storage: PickedStorage | undefined, place: string): PickedThing[] =>
  storedIn(storage, place).read() ?? []
