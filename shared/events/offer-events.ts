import type { FileKind } from '../content/extracted.ts'
import type { StoredValue } from '../schema/json.ts'
import type { Actor } from './actor.ts'
import type { PromptEntry, TemplateEntry } from '../content/listed.ts'

/** A listed item that can't be used, and why in one sentence. `name` is the readable part of its name. */
export type MalformedItem = { name: string; problem: string }

/**
 * The gap in a list: everything, or some pages, which can still arrive; or items beyond the limit on count or bytes.
 */
export type Lacks = 'all' | 'some' | 'room' | 'bytes'

/** The items left out for lack of room: their count, and the first names. */
export type LeftOut = { count: number; names: string[] }

/** The changes in a server's list; `incomplete` says why the walk over its pages ended early. */
type ListChange = {
  server: string
  removed: string[]
  malformed: MalformedItem[]
  incomplete?: string | undefined
  lacks?: Lacks | undefined
  leftOut?: LeftOut | undefined
}

/** Events about servers' prompts, resources and their templates, and instructions. */
export type OfferEvent =
  | ({ type: 'prompts.changed'; set: PromptEntry[] } & ListChange)
  /** `removed` contains the templates themselves. */
  | ({ type: 'templates.changed'; set: TemplateEntry[] } & ListChange)
  /** How many resources a server lists; a query returns them. */
  | {
      type: 'resources.changed'
      server: string
      count: number
      malformed: MalformedItem[]
      incomplete?: string | undefined
      lacks?: Lacks | undefined
    }
  /** The server's instructions for models: the hash of the stored text, null if it has none. */
  | { type: 'instructions.changed'; server: string; hash: string | null }
  /** Whether models get exactly these instructions. */
  | { type: 'instructions.shared'; server: string; hash: string; shared: boolean; actor: Actor }
  /** The user had a server fill in a prompt; `handle` identifies exactly its messages. */
  | { type: 'prompt.got'; server: string; prompt: string; definition: string; handle: string; actor: Actor }
  /**
   * The user read a resource; `handle` is the hash of its contents. With a turn, an app that the user had open did; see
   * `turnOfView`.
   */
  | {
      type: 'resource.read'
      server: string
      uri: string
      handle: string
      actor: Actor
      conversation?: string | undefined
      turn?: string | undefined
    }
  /** The user let Atrium fetch what a server only names; `url` is the whole address. */
  | { type: 'fetch.requested'; fetch: string; server: string; url: string; actor: Actor }
  /** The end of that: `handle` is the hash of its contents, or `problem` a sentence. */
  | {
      type: 'fetch.finished'
      fetch: string
      server: string
      handle?: string | undefined
      bytes?: number | undefined
      problem?: string | undefined
    }
  /** A file in a server's answer was read for a model. `hash` is of its bytes, `text` its extracted text. */
  | {
      type: 'file.read'
      conversation: string
      turn: string
      name: string
      hash: string
      kind: FileKind
      pages: number
      text: StoredValue
    }
  /** Atrium follows changes of a resource that this conversation contains; `handle` is the version it got last. */
  | {
      type: 'resource.followed'
      conversation: string
      server: string
      uri: string
      name: string
      handle: string
      actor: Actor
    }
  | { type: 'resource.unfollowed'; conversation: string; server: string; uri: string; actor: Actor }
  /** A followed resource changed for the first time since the conversation got it. */
  | { type: 'resource.updated'; server: string; uri: string }
