import { useCallback, useSyncExternalStore } from 'react'
import type { JsonObject } from '../../../shared/schema/json.ts'
import type { Draft } from './form-draft.ts'
import { createSignal } from '../store.ts'
import { emptyDesk, readDesk, writeDesk } from './desk-storage.ts'

/** The ways to show the arguments of a tool. */
export const views = ['Form', 'JSON'] as const

/** The form of one tool, as far as it is filled in. */
export type Filled = {
  server: string
  tool: string
  /** Hash of the definition that the form was made of. */
  definition: string
  view: (typeof views)[number]
  /** What stands in the fields; absent until something was typed. */
  draft?: Draft | undefined
  /** What stands in the JSON view. */
  text?: string | undefined
  /** Names of values that had no place any more when the definition changed. */
  dropped?: string[] | undefined
  /** The call whose arguments it began with. */
  from?: string | undefined
}

/** What lies in the composer's place of a conversation. */
export type Desk = {
  /** What the person turned to where both are possible. */
  mode?: 'message' | 'tool' | undefined
  /** The form that lies open is the first one. */
  isOpen: boolean
  /** The forms that were filled in here, the latest first. */
  forms: Filled[]
}

const mostForms = 8
const writeDelayMs = 250

/** The desks of this tab. They outlive a reload and stay in this tab; very long forms last only until one. */
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

export function useDesk(conversation: string | undefined): [Desk, (edit: (desk: Desk) => Desk) => void] {
  const id = idOf(conversation)
  const desk = useSyncExternalStore(desks.subscribe, () => desks.get(id))
  return [desk, useCallback((edit: (desk: Desk) => Desk) => desks.change(id, edit), [id])]
}

/** Changes what lies in a conversation from elsewhere on its page. */
export const changeDesk = (conversation: string | undefined, edit: (desk: Desk) => Desk): void =>
  desks.change(idOf(conversation), edit)

/** A new conversation has got its id: what lay there goes with it. */
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

/** Lays the form of a tool on top: as it was left, or a new one. */
export const openForm =
  ({ server, tool, definition }: Tool) =>
  (desk: Desk): Desk => {
    const left = desk.forms.find(isOf({ server, tool })) ?? { server, tool, definition, view: 'Form' }
    return withForm(desk, left)
  }

/** Lays a form on top in which these arguments stand. */
export const openFilled =
  (of: Tool, args: JsonObject, call: string) =>
  (desk: Desk): Desk =>
    withForm(desk, { ...of, view: 'Form', draft: args, from: call })

function withForm(desk: Desk, form: Filled): Desk {
  const others = desk.forms.filter((filled) => !isOf(form)(filled))
  return { mode: 'tool', isOpen: true, forms: [form, ...others].slice(0, mostForms) }
}

/** Changes the form that lies on top. */
export const changeForm =
  (to: Partial<Filled>) =>
  (desk: Desk): Desk => {
    const [top, ...others] = desk.forms
    return top ? { ...desk, forms: [{ ...top, ...to }, ...others] } : desk
  }
