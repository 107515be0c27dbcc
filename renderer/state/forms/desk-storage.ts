import { z } from 'zod'
import { defined, isObject, type JsonValue } from '../../../shared/schema/json.ts'
import { storedList, persisted } from '../persisted.ts'
import type { Desk, Filled } from './desk.ts'
import { isDraftObject, Written, type Draft } from './form-draft.ts'

/** The part of `sessionStorage` that keeps the forms. */
export type DeskStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** No form, and the panel closed. */
export const emptyDesk: Desk = { isOpen: false, forms: [] }

const mostDesks = 20
const longestStored = 1_000_000

const prefix = 'atrium.desk.'
const orderKey = 'atrium.desks'

/** Stores a conversation's desk; drops an empty or overlong one, and keeps only the latest of many. */
export function writeDesk(storage: DeskStorage, id: string, desk: Desk): void {
  const forms = desk.forms.map(({ draft, ...rest }) => ({
    ...rest,
    ...(draft !== undefined && { draft: storedDraft(draft) }),
  }))
  const text = JSON.stringify({ ...desk, forms })
  const order = [id, ...(persisted(storage, orderKey, ids).read() ?? []).filter((each) => each !== id)]
  if ((desk.forms.length === 0 && desk.mode === undefined) || text.length > longestStored) {
    storage.removeItem(prefix + id)
    return
  }
  for (let kept = mostDesks; kept > 0; kept = Math.floor(kept / 2)) {
    for (const old of order.splice(kept)) storage.removeItem(prefix + old)
    try {
      storage.setItem(prefix + id, text)
      storage.setItem(orderKey, JSON.stringify(order))
      return
    } catch (error) {
      // The tab's storage is full: older desks make room.
      if (!(error instanceof DOMException)) throw error
    }
  }
}

const ids = storedList(z.string())

const known = <T>(schema: z.ZodType<T>) => schema.optional().catch(undefined)

const form: z.ZodType<Filled> = z.object({
  server: z.string(),
  tool: z.string(),
  definition: z.string(),
  view: z.enum(['Form', 'JSON']).catch('Form'),
  draft: z
    .custom<JsonValue>((value) => value !== undefined)
    .transform(restoredDraft)
    .optional(),
  text: known(z.string()),
  from: known(z.string()),
  dropped: known(storedList(z.string())),
})

const desk: z.ZodType<Desk> = z.object({
  mode: known(z.enum(['message', 'tool'])),
  isOpen: z.boolean().catch(false),
  forms: storedList(form),
})

/** A conversation's stored desk; an empty one if none of the current shape is stored. */
export const readDesk = (storage: DeskStorage, id: string): Desk =>
  persisted(storage, prefix + id, desk).read() ?? emptyDesk

/**
 * Converts a draft to JSON and back. A typed text becomes an object with this one member; an object that already has
 * such a member is wrapped, so the two can't be confused.
 */
const mark = '$written'
const wrapped = '$object'

function storedDraft(draft: Draft): JsonValue {
  if (draft instanceof Written) return { [mark]: draft.text, ...defined({ value: draft.value }) }
  if (Array.isArray(draft)) return draft.map(storedDraft)
  if (!isDraftObject(draft)) return draft
  const members = Object.fromEntries(Object.entries(draft).map(([key, value]) => [key, storedDraft(value)]))
  return Object.hasOwn(draft, mark) || Object.hasOwn(draft, wrapped) ? { [wrapped]: members } : members
}

function restoredDraft(stored: JsonValue): Draft {
  if (Array.isArray(stored)) return stored.map(restoredDraft)
  if (!isObject(stored)) return stored
  const text = Object.hasOwn(stored, mark) ? stored[mark] : undefined
  if (typeof text === 'string') return new Written(text, Object.hasOwn(stored, 'value') ? stored['value'] : undefined)
  const inner = Object.hasOwn(stored, wrapped) ? stored[wrapped] : undefined
  const members = isObject(inner) ? inner : stored
  return Object.fromEntries(Object.entries(members).map(([key, value]) => [key, restoredDraft(value)]))
}
