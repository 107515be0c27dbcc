import type { NoRoom, PersonMessage } from '../content/attachments.ts'
import type { JudgedApp } from '../content/judged-app.ts'
import type { FileEnd, NamedFile } from '../changes/named-file.ts'
import type { CallFacts, CompactionEnd } from '../events/context-events.ts'
import type { HostEvent } from '../events/events.ts'
import type { ImportOrigin } from '../events/import-events.ts'
import type {
  CallOutcome,
  ClearedBy,
  FilledDefaults,
  StopReason,
  TaskStatus,
  TurnEnd,
  Usage,
  Withheld,
  Without,
} from '../events/turn-events.ts'
import type { StoredValue } from '../schema/json.ts'
import { conversationOfRule } from '../rules/rules.ts'
import type { Sampled } from '../events/sampling-events.ts'
import type { ModelChoice } from '../config/settings.ts'
import type { ToolsOff } from '../config/tools-off.ts'

/** One tool call in a transcript, from the request to its outcome. `outcome` is absent while it is open. */
export type Call = {
  id: string
  /** The ID and name the model used; absent if the user made the call. */
  modelCall?: string | undefined
  modelName?: string | undefined
  server?: string | undefined
  tool: string
  title?: string | undefined
  definition?: string | undefined
  arguments: StoredValue
  requestedAt: number
  requestedSeq: number
  clearedBy?: ClearedBy | undefined
  /** The arguments as the user edited them. */
  edited?: StoredValue | undefined
  /** Arguments added from the tool's defaults. */
  filled?: FilledDefaults | undefined
  startedAt?: number | undefined
  /** The ID of its task, and the server's last status. */
  task?: { id: string; status: TaskStatus } | undefined
  finishedAt?: number | undefined
  outcome?: CallOutcome | undefined
  /** Its server's last question closed without an answer. */
  unanswered?: true | undefined
  /** The user's last answer to a question of its server was no. */
  refused?: true | undefined
  /** The record in which the user answered the request to allow it. Answers given together follow one another, at one time. */
  answered?: { seq: number; at: number } | undefined
  /** The files it named, as they were before it ran, and their ends. */
  files?: NamedFile[] | undefined
  fileEnds?: FileEnd[] | undefined
  /** The URI of the app that its server has for the result. */
  app?: string | undefined
  /** That app as it was last shown; its document is kept. */
  shown?: JudgedApp | undefined
  /** How many calls that app made, over all its runs. */
  appCalls?: number | undefined
  /** It's from a file, and didn't run here. */
  imported?: true | undefined
}

/** A call's arguments as its server got them, or would have. */
export const sentArguments = ({
  edited,
  filled,
  arguments: asked,
}: Pick<Call, 'edited' | 'filled' | 'arguments'>): StoredValue => edited ?? filled?.arguments ?? asked

/** One message of the model. A partial one has only its draft: the text left by a crash or failure. */
export type ModelMessage = {
  id: string
  model: string
  at: number
  calls: Call[]
  /** The model whose reasoning in earlier replies it didn't get. */
  reasoningOf?: string | undefined
} & (
  | { state: 'partial'; draft: { kind: 'text' | 'thinking'; text: string }[] }
  | ({
      state: 'complete'
      blocks: StoredValue
      stop: StopReason
      detail?: string | undefined
      usage: Usage
      /** A tool whose call appears in the text but wasn't made. */
      unmadeCall?: string | undefined
      /** Content that didn't fit into its request. */
      noRoom?: NoRoom | undefined
    } & Withheld)
)

/** A user's message and all that followed, or one call the user made without a model. `end` is absent while it runs. */
export type Turn = {
  id: string
  /** The turn it continues from; absent if it begins the conversation. */
  parent?: string | undefined
  /** Set while the user has deleted it, and with it the turns that continue from it. */
  deletedAt?: number | undefined
  origin?: 'person' | undefined
  endpoint?: string | undefined
  model?: string | undefined
  actor: string
  startedAt: number
  firstSeq: number
  lastSeq: number
  message?: PersonMessage | undefined
  /** Servers it waited for and began without. */
  missed?: string[] | undefined
  /** Left out of its requests, because the user chose to continue without them. */
  without?: Without[] | undefined
  /** The user's facts say that its model takes no tools, so it got none. */
  toolless?: boolean | undefined
  messages: ModelMessage[]
  /** The user's own call, if the turn is one. */
  call?: Call | undefined
  /** The turn whose changes this one takes back, and the user's calls for it. */
  undoes?: { turn: string; calls: Call[] } | undefined
  /** Model requests made for servers during its calls. */
  sampled?: Sampled[] | undefined
  end?: TurnEnd | undefined
  problem?: string | undefined
  /** The turn can go on without these, if the user wants. */
  offers?: Without | undefined
  finishedAt?: number | undefined
  /** It's from a file. `absent`: attachments that weren't in it. */
  imported?: true | undefined
  absent?: string[] | undefined
}

/** The source of an imported conversation, and when it was imported. */
export type ImportedFrom = { from: ImportOrigin; at: number }

/** A summary that models get in place of a branch's turns up to `upTo`. `end` is absent while the model writes it. */
export type Compaction = ModelChoice & {
  id: string
  upTo: string
  /** How many turns. */
  turns: number
  actor: string
  at: number
  /** When it last changed what models get. */
  changedAt?: number | undefined
  end?: CompactionEnd | undefined
  /** As the model wrote it; `edited` replaces it. */
  summary?: string | undefined
  edited?: string | undefined
  /** Atrium's own record of the calls in these turns. */
  facts?: CallFacts | undefined
  undone?: true | undefined
  usage?: Usage | undefined
  problem?: string | undefined
}

/** A conversation. The fold changes it in place and replaces only the turn it touches: views can compare by identity. */
export type Conversation = {
  id: string
  title: string
  /** It got another title than its first line. */
  renamed?: true | undefined
  /** The model that was asked for a title, and what that took. */
  titled?: (ModelChoice & { usage?: Usage | undefined }) | undefined
  starred?: true | undefined
  /** A new turn takes it out again. */
  archived?: true | undefined
  /** Set while it's deleted but not erased, so it can be restored. */
  deletedAt?: number | undefined
  /** The model here: the last chosen, else the last that answered. Null: none, by choice; absent: the default. */
  choice?: ModelChoice | null | undefined
  /** Left out of the latest turns because the model can't take it. Another choice of a model ends it. */
  without?: Without[] | undefined
  /** Its project's ID, also if that was deleted; see `projectOf`. */
  project?: string | undefined
  /** The user's instructions for every answer here. */
  system?: string | undefined
  /** The most its requests to models may cost, in USD. */
  budget?: number | undefined
  /** The tools its model can't see or use. */
  off?: ToolsOff | undefined
  /** All turns of all branches, as they began. */
  turns: Turn[]
  /** The last turn of the branch in use; see `branchInUse`. */
  head?: string | undefined
  /** The model's names for tools; see `tools.named`. */
  names: Record<string, { server: string; tool: string }>
  /** The tools that its models found by searching, by those names, last found last. */
  found?: string[] | undefined
  /** Its source if it's from a file; its turns are marked, too. */
  imported?: ImportedFrom | undefined
  /** The summaries in place of turns, in the order of their requests. */
  compactions?: Compaction[] | undefined
  /** The items that models don't get; see `itemKey`. */
  leftOut?: string[] | undefined
}

/** A conversation before its first event. */
export const emptyConversation = (id: string): Conversation => ({ id, title: '', turns: [], names: {} })

/** The conversation an event belongs to, if any. */
export const conversationOf = (event: HostEvent): string | undefined => {
  if ('conversation' in event) return event.conversation
  if (event.type === 'rule.added') return conversationOfRule(event.rule)
  if (event.type === 'ask.opened') return event.ask.operation?.conversation
  if (event.type === 'ask.closed' || event.type === 'sampling.requested' || event.type === 'sampling.finished')
    return event.operation?.conversation
  return undefined
}
