import { useCallback, useSyncExternalStore } from 'react'
import type { JsonObject } from '../../../shared/schema/json.ts'
import type { Draft } from './form-draft.ts'
import { createSignal } from '../store.ts'
import { emptyDesk, readDesk, writeDesk } from './desk-storage.ts'

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
