import type { Actor, Lacks, LeftOut, MalformedItem } from './events.ts'
import type { PromptEntry, TemplateEntry } from '../content/listed.ts'

/** What changed in a list of a server; `incomplete` says why the walk over its pages ended early. */
type ListChange = {
  server: string
  removed: string[]
  malformed: MalformedItem[]
  incomplete?: string | undefined
  lacks?: Lacks | undefined
  leftOut?: LeftOut | undefined
}

/** What happens with what servers offer besides tools: prompts, resources and their templates, instructions. */
export type OfferEvent =
  | ({ type: 'prompts.changed'; set: PromptEntry[] } & ListChange)
  /** `removed` are the templates themselves. */
  | ({ type: 'templates.changed'; set: TemplateEntry[] } & ListChange)
  /** How many resources a server lists; which, a query tells. */
  | {
      type: 'resources.changed'
      server: string
      count: number
      malformed: MalformedItem[]
      incomplete?: string | undefined
      lacks?: Lacks | undefined
    }
  /** What a server wants models to know of it: the hash of its stored text, null when it says nothing. */
  | { type: 'instructions.changed'; server: string; hash: string | null }
  /** Whether models are given exactly these instructions. */
  | { type: 'instructions.shared'; server: string; hash: string; shared: boolean; actor: Actor }
  /** The person had a server fill in a prompt; `handle` names exactly its messages. */
  | { type: 'prompt.got'; server: string; prompt: string; definition: string; handle: string; actor: Actor }
  /** The person had a server hand out a resource; `handle` is the hash of its contents. */
  | { type: 'resource.read'; server: string; uri: string; handle: string; actor: Actor }
  /** Changes of a resource that this conversation has been given are followed; `handle` is what it was given last. */
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
  /** A followed resource changed since it was given, for the first time. */
  | { type: 'resource.updated'; server: string; uri: string }
