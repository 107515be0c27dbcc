import { isObject, type JsonValue } from '../../../shared/schema/json.ts'
import type { Desk, Filled } from './desk.ts'
import { isDraftObject, Written, type Draft } from './form-draft.ts'

export type DeskStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export const emptyDesk: Desk = { isOpen: false, forms: [] }

const mostDesks = 20
const longestStored = 1_000_000

const prefix = 'atrium.desk.'
const orderKey = 'atrium.desks'

/** Keeps what lies in a conversation; an empty or overlong one is forgotten, and of many only the latest stay. */
export function writeDesk(storage: DeskStorage, id: string, desk: Desk): void {
  const forms = desk.forms.map(({ draft, ...rest }) => ({
    ...rest,
    ...(draft !== undefined && { draft: storedDraft(draft) }),
  }))
  const text = JSON.stringify({ ...desk, forms })
  const order = [id, ...readOrder(storage).filter((each) => each !== id)]
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
      // The storage of the tab is full: older desks make room.
      if (!(error instanceof DOMException)) throw error
    }
  }
}

function readOrder(storage: DeskStorage): string[] {
  const order = parse(storage.getItem(orderKey))
  return Array.isArray(order) ? order.filter((id) => typeof id === 'string') : []
}

/** What is not a desk of today's shape is none. */
export function readDesk(storage: DeskStorage, id: string): Desk {
  const stored = parse(storage.getItem(prefix + id))
  if (!isObject(stored) || !Array.isArray(stored['forms'])) return emptyDesk
  const { mode } = stored
  return {
    ...((mode === 'message' || mode === 'tool') && { mode }),
    isOpen: stored['isOpen'] === true,
    forms: stored['forms'].flatMap(readForm),
  }
}

function readForm(stored: JsonValue): Filled[] {
  if (!isObject(stored)) return []
  const { server, tool, definition, view, draft, text, dropped, from } = stored
  if (typeof server !== 'string' || typeof tool !== 'string' || typeof definition !== 'string') return []
  return [
    {
      server,
      tool,
      definition,
      view: view === 'JSON' ? 'JSON' : 'Form',
      ...(draft !== undefined && { draft: restoredDraft(draft) }),
      ...(typeof text === 'string' && { text }),
      ...(typeof from === 'string' && { from }),
      ...(Array.isArray(dropped) && { dropped: dropped.filter((name) => typeof name === 'string') }),
    },
  ]
}

function parse(text: string | null): JsonValue | undefined {
  if (text === null) return undefined
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}

/**
 * A draft as JSON, and back. A typed text is an object of one member with this name, and an object that has such a
 * member itself is wrapped, so that nothing is taken for another.
 */
const mark = '$written'
const wrapped = '$object'

function storedDraft(draft: Draft): JsonValue {
  if (draft instanceof Written) return { [mark]: draft.text, ...(draft.value !== undefined && { value: draft.value }) }
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
