import { useCallback, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { defined, isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import { isDraftObject, Written, type Draft } from './form-draft.ts'
import { storedList, persisted } from '../persisted.ts'
import { createSignal } from '../store.ts'

/** The views of a tool's arguments. */
export const views = ['Form', 'JSON'] as const

/** A tool's form, as far as filled in. */
export type Filled = {
  server: string
  tool: string
  /** Hash of the definition behind the form. */
  definition: string
  view: (typeof views)[number]
  /** The fields' values; absent until something was typed. */
  draft?: Draft | undefined
  /** The JSON view's text. */
  text?: string | undefined
  /** Names of values that no longer fit after the definition changed. */
  dropped?: string[] | undefined
  /** The call whose arguments it started with. */
  from?: string | undefined
}

/** The contents of a conversation's composer area: a message or tool forms. */
export type Desk = {
  /** The user's choice if both are possible. */
  mode?: 'message' | 'tool' | undefined
  /** The first form is open. */
  isOpen: boolean
  /** The forms filled in here, latest first. */
  forms: Filled[]
}

/** No form, and the panel closed. */
export const emptyDesk: Desk = { isOpen: false, forms: [] }

const mostForms = 8
const writeDelayMs = 250

/** This tab's desks. They survive a reload and stay in this tab; very long forms last only until a reload. */
class Desks {
  readonly #known = new Map<string, Desk>()
  readonly #changed = new Set<string>()
  readonly #told = createSignal()
  readonly subscribe = this.#told.subscribe
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    globalThis.window?.addEventListener('pagehide', () => this.#write())
  }

  get(id: string): Desk {
    const known = this.#known.get(id) ?? readDesk(sessionStorage, id)
    this.#known.set(id, known)
    return known
  }

  change(id: string, edit: (desk: Desk) => Desk): void {
    const before = this.get(id)
    const after = edit(before)
    if (after === before) return
    this.#known.set(id, after)
    this.#changed.add(id)
    this.#timer ??= setTimeout(() => this.#write(), writeDelayMs)
    this.#told.tell()
  }

  #write(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const id of this.#changed) writeDesk(sessionStorage, id, this.get(id))
    this.#changed.clear()
  }
}

const desks = new Desks()

const idOf = (conversation: string | undefined): string => conversation ?? 'new'

/** A conversation's forms for running tools, and a function that changes them. */
export function useDesk(conversation: string | undefined): [Desk, (edit: (desk: Desk) => Desk) => void] {
  const id = idOf(conversation)
  const desk = useSyncExternalStore(desks.subscribe, () => desks.get(id))
  return [desk, useCallback((edit: (desk: Desk) => Desk) => desks.change(id, edit), [id])]
}

/** Changes a conversation's desk from another part of its page. */
export const changeDesk = (conversation: string | undefined, edit: (desk: Desk) => Desk): void =>
  desks.change(idOf(conversation), edit)

/** A new conversation got its ID: its desk moves along. */
export function moveDesk(conversation: string): void {
  const desk = desks.get(idOf(undefined))
  desks.change(conversation, () => desk)
  desks.change(idOf(undefined), () => emptyDesk)
}

type Tool = Pick<Filled, 'server' | 'tool' | 'definition'>

const isOf =
  ({ server, tool }: Pick<Filled, 'server' | 'tool'>) =>
  (filled: Filled) =>
    filled.server === server && filled.tool === tool

/** Opens a tool's form: as it was left, or a new one. */
export const openForm =
  ({ server, tool, definition }: Tool) =>
  (desk: Desk): Desk => {
    const left = desk.forms.find(isOf({ server, tool })) ?? { server, tool, definition, view: 'Form' }
    return withForm(desk, left)
  }

/** Opens a form with these arguments. */
export const openFilled =
  (of: Tool, args: JsonObject, call: string) =>
  (desk: Desk): Desk =>
    withForm(desk, { ...of, view: 'Form', draft: args, from: call })

function withForm(desk: Desk, form: Filled): Desk {
  const others = desk.forms.filter((filled) => !isOf(form)(filled))
  return { mode: 'tool', isOpen: true, forms: [form, ...others].slice(0, mostForms) }
}

/** Changes the open form. */
export const changeForm =
  (to: Partial<Filled>) =>
  (desk: Desk): Desk => {
    const [top, ...others] = desk.forms
    return top ? { ...desk, forms: [{ ...top, ...to }, ...others] } : desk
  }

/** The part of `sessionStorage` that keeps the forms. */
export type DeskStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

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

const formShape: z.ZodType<Filled> = z.object({
  server: z.string(),
  tool: z.string(),
  definition: z.string(),
  view: z.enum(views).catch('Form'),
  draft: z
    .custom<JsonValue>((value) => value !== undefined)
    .transform(restoredDraft)
    .optional(),
  text: known(z.string()),
  from: known(z.string()),
  dropped: known(storedList(z.string())),
})

const deskShape: z.ZodType<Desk> = z.object({
  mode: known(z.enum(['message', 'tool'])),
  isOpen: z.boolean().catch(false),
  forms: storedList(formShape),
})

/** A conversation's stored desk; an empty one if none of the current shape is stored. */
export const readDesk = (storage: DeskStorage, id: string): Desk =>
  persisted(storage, prefix + id, deskShape).read() ?? emptyDesk

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
