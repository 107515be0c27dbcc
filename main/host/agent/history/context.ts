import { isTakenBack } from '../../../../shared/changes/undo.ts'
import type {
  AudioPart,
  DocumentPart,
  Part,
  PersonMessage,
  PromptPart,
} from '../../../../shared/content/attachments.ts'
import { type FileOutcome, pagesIn } from '../../../../shared/content/extracted.ts'
import type { Call, Conversation, ModelMessage as Transcribed, Turn } from '../../../../shared/state/conversation.ts'
import type { ContextItem } from '../../../../shared/events/context-events.ts'
import type { CallOutcome } from '../../../../shared/events/turn-events.ts'
import type { JsonValue, StoredValue } from '../../../../shared/schema/json.ts'
import { compacted, itemKey } from '../../../../shared/state/compactions.ts'
import { readablePath } from '../../../../shared/schema/pointer.ts'
import type { Project } from '../../../../shared/config/project.ts'
import { anthropic } from '../../../../shared/config/settings.ts'
import type { RequestMessage, ToolResult, UserPart } from '../../llm/llm.ts'
import { note } from '../../llm/request/notes.ts'
import type { GivenResults } from '../resources/given-results.ts'
import { promptSaid } from '../resources/prompt-part.ts'
import { resourceSaid } from '../resources/resource-part.ts'
import { head } from '../../../../shared/text/clip.ts'
import { summaryGiven } from '../compaction/given.ts'
import { importBegins, importedReplies, importEnds } from './imported-turns.ts'
import { modelWords as words } from './model-words.ts'

/** A server's instructions for models, which the user agreed to share. `hash` identifies the text. */
export type Guide = { id: string; server: string; hash: string; text: string }

/** The system prompt: Atrium's own words, the servers' instructions, the project's, and this conversation's. */
export function systemOf(conversation: Conversation, guides: Guide[], project: Project | undefined): string {
  const { atrium, guides: shared, ofProject, wanted } = systemParts(conversation, guides, project)
  return [atrium, ...shared.map(({ text }) => text), ...[ofProject, wanted].filter((it) => it !== undefined)].join(
    '\n\n',
  )
}

/** The parts of the system prompt; a server's by its ID. Atrium's is the same within a release, so it stays cached. */
export const systemParts = ({ system }: Conversation, guides: Guide[], project: Project | undefined) => ({
  atrium: words.system,
  guides: guides.map((guide) => ({ server: guide.id, text: guided(guide) })),
  ofProject: project?.instructions === undefined ? undefined : words.ofProject(project.instructions),
  wanted: system === undefined ? undefined : words.wanted(system),
})

/** A text can't contain its own hash, so the hash marks its end. */
function guided({ server, hash, text }: Guide): string {
  const mark = `--- ${hash.slice(0, 32)}`
  return words.guide(JSON.stringify(server), mark, text)
}

/** Reads a value that an event may reference by hash. */
type ReadStored = (kept: StoredValue) => JsonValue

/** The data a history needs in addition to its events: values referenced by hash, and fetched results. */
export type HistoryValues = { value: ReadStored; results: GivenResults }

/**
 * The whole conversation as the model sees it, its oldest turns as their summary; valid to send, whatever state it was
 * left in.
 */
export function historyOf(conversation: Conversation, values: HistoryValues): RequestMessage[] {
  const { compaction, turns } = compacted(conversation)
  const read = { ...values, leftOut: new Set(conversation.leftOut) }
  const open = turns.flatMap((turn, index) => {
    const wasImported = turns[index - 1]?.imported === true
    if (!turn.imported) return [...(wasImported ? importEnds() : []), ...messagesOfTurn(turn, read)]
    const person = turn.message ? messagesOfPerson(turn.message, read) : []
    const begins = wasImported ? [] : importBegins(conversation.imported?.from)
    return [...begins, ...person, ...importedReplies(turn, read.value)]
  })
  return compaction ? [summaryGiven(compaction), ...open] : open
}

/** `leftOut`: the items that the model gets as one line; see `itemKey`. */
type Reading = HistoryValues & { leftOut: ReadonlySet<string> }

function messagesOfTurn(turn: Turn, read: Reading): RequestMessage[] {
  const person: RequestMessage[] = turn.message ? messagesOfPerson(turn.message, read) : []
  if (turn.call) person.push({ role: 'user', content: reportOf(turn.call, read) })
  if (turn.undoes) person.push(...messagesOfUndo(turn.undoes.calls))
  return [...person, ...turn.messages.flatMap((message) => messagesOfModel(message, turn, read))]
}

/** Tells the model which paths changed. The files' content was never the model's to read. */
function messagesOfUndo(calls: readonly Call[]): RequestMessage[] {
  const paths = calls.filter(isTakenBack).flatMap(({ files = [] }) => files.map(({ path }) => path))
  if (paths.length === 0) return []
  const shown = paths.slice(0, mostPaths).map((path) => JSON.stringify(head(path, 300)))
  const more = paths.length - shown.length
  const said = more > 0 ? words.andMore(shown.join(', '), more) : shown.join(', ')
  return [{ role: 'user', content: [{ type: 'text', text: words.undid(said) }] }]
}

/** Max paths in one message to a model. */
const mostPaths = 50

function messagesOfModel(message: Transcribed, { endpoint = anthropic }: Turn, read: Reading): RequestMessage[] {
  const blocks = blocksOf(message, read.value)
  if (blocks.length === 0) return []
  const assistant: RequestMessage = { role: 'assistant', endpoint, model: message.model, blocks }
  const results = message.calls.map(({ id, modelCall = '', outcome, edited, filled }) => {
    const result = resultOf({ modelCall, outcome, edited, filled }, read)
    return isLeftOut({ call: id }, read) ? { ...result, content: note(words.resultLeftOut) } : result
  })
  return results.length === 0 ? [assistant] : [assistant, { role: 'user', content: results }]
}

/**
 * The user's attachments and picks, each by name, then their text: one user message, with the messages of prompts in
 * between. The ID, which no third party can have known, marks where each ends.
 */
function messagesOfPerson(message: PersonMessage, read: Reading): RequestMessage[] {
  const mark = `--- ${message.id}`
  return message.parts.flatMap((part, at): RequestMessage[] => {
    if (part.type !== 'text' && isLeftOut({ message: message.id, part: at }, read))
      return [
        { role: 'user', content: [{ type: 'text', text: note(words.attachmentLeftOut(JSON.stringify(part.name))) }] },
      ]
    if (part.type === 'prompt') return promptSaid(part, read.value(part.data), mark)
    const content = saidIn(part, read.value, mark)
    return content.length > 0 ? [{ role: 'user', content }] : []
  })
}

const isLeftOut = (item: ContextItem, { leftOut }: Reading): boolean => leftOut.has(itemKey(item))

function saidIn(part: Exclude<Part, PromptPart>, read: ReadStored, mark: string): UserPart[] {
  if (part.type === 'text') return [part]
  if (part.type === 'resource') return resourceSaid(part, read(part.data), mark)
  const data = read(part.data)
  if (typeof data !== 'string') return []
  if (part.type === 'image') return [{ type: 'image', name: part.name, data }]
  if (part.type !== 'file') return [{ type: 'file', name: part.name, data, reading: outcomeOf(part, read) }]
  const intro = words.file(JSON.stringify(part.name))
  return [{ type: 'text', text: `${intro}\n${mark}\n${data}\n${mark}\n` }]
}

/** The outcome of reading a file, as it was when it was attached. */
function outcomeOf(part: DocumentPart | AudioPart, read: ReadStored): FileOutcome {
  if (part.type === 'audio') return { outcome: 'audio', kind: part.kind, seconds: part.seconds }
  const { kind, hasText = true, warns = [], cut } = part
  return { outcome: hasText ? 'text' : 'no-text', kind, pages: pagesIn(read(part.text)), warns, ...(cut && { cut }) }
}

/** A message that was cut off goes back as its remaining text; its thinking and unfinished calls can't. */
function blocksOf(message: Transcribed, read: ReadStored): JsonValue[] {
  if (message.state === 'complete') {
    const blocks = read(message.blocks)
    return Array.isArray(blocks) ? blocks : []
  }
  const text = message.draft.flatMap((block) => (block.kind === 'text' ? [block.text] : [])).join('\n\n')
  return text.trim() === '' ? [] : [{ type: 'text', text }]
}

/** The model's result for a call it made. If the arguments were changed, it says first by whom and how. */
export function resultOf(
  { modelCall, outcome = unknownOutcome, ...sent }: { modelCall: string } & Pick<Call, 'outcome' | 'edited' | 'filled'>,
  read: HistoryValues,
): ToolResult {
  const content = returned(outcome, read)
  const isError = content === undefined || outcome.status === 'failed'
  const result = { type: 'tool-result', call: modelCall, isError } as const
  const change = changeOf(sent, read.value)
  if (change === undefined) return { ...result, content: content ?? note(sentenceFor(outcome)) }
  return { ...result, content: [text(note(change)), ...(content ?? [text(note(sentenceFor(outcome)))])] }
}

function changeOf({ edited, filled }: Pick<Call, 'edited' | 'filled'>, read: ReadStored): string | undefined {
  if (edited) return words.edited(inputOf(edited, read))
  if (!filled) return undefined
  return words.filled(placesIn(filled.places))
}

/** Argument names come from the server: quoted and bounded. */
function placesIn(places: string[]): string {
  const shown = places.slice(0, 10).map((place) => JSON.stringify(head(readablePath(place), 60)))
  const more = places.length - shown.length
  return more > 0 ? words.andMore(shown.join(', '), more) : shown.join(', ')
}

const unknownOutcome: CallOutcome = { status: 'interrupted', mayHaveRun: true }

/** Max characters of the user's arguments that a model gets. */
const longestArguments = 50_000

function inputOf(given: StoredValue, read: ReadStored): string {
  const whole = JSON.stringify(read(given))
  return whole.length > longestArguments ? words.cut(head(whole, longestArguments)) : whole
}

/**
 * The model's report of a call the user made: Atrium's words around the tool's. The call's ID, which no server knows,
 * marks the end of the tool's words.
 */
function reportOf({ id, server, tool, arguments: given, outcome = unknownOutcome }: Call, read: Reading): UserPart[] {
  const what = words.tool(JSON.stringify(tool), JSON.stringify(server))
  const input = inputOf(given, read.value)
  const content = isLeftOut({ call: id }, read) ? [text(note(words.resultLeftOut))] : returned(outcome, read)
  if (content === undefined) return [{ type: 'text', text: words.wantedToRun(what, input, note(sentenceFor(outcome))) }]
  const isError = outcome.status === 'failed'
  const mark = `\n--- ${id}\n`
  return [
    { type: 'text', text: `${words.ran(what, input, isError)}${mark}` },
    { type: 'shown-result', content, isError },
    { type: 'text', text: mark },
  ]
}

/** The content blocks of a call's result, if any, and what to say about them. */
function returned(outcome: CallOutcome, { results }: HistoryValues): JsonValue[] | undefined {
  const content = 'result' in outcome && outcome.result ? results.contentOf(outcome.result) : undefined
  const notes = outcome.status === 'succeeded' ? (outcome.notes ?? []) : []
  return content && [...content, ...notes.map((it) => text(note(it)))]
}

const text = (value: string): JsonValue => ({ type: 'text', text: value })

function sentenceFor(outcome: CallOutcome): string {
  switch (outcome.status) {
    case 'invalid':
      return words.notMade(outcome.problem)
    case 'denied':
      if (outcome.rule) return words.ruleDenied(outcome.reason)
      return outcome.reason ? words.deniedSaying(outcome.reason) : words.denied
    case 'expired':
      return words.unanswered
    case 'stale':
      return words.notMade(outcome.problem)
    case 'cancelled':
      return outcome.mayHaveRun ? words.cancelledWhileRunning : words.cancelledBefore
    case 'succeeded':
      return words.erased
    case 'failed':
    case 'timed-out':
      return outcome.mayHaveRun ? words.mayHaveRun(outcome.problem) : outcome.problem
    case 'interrupted':
      return words.interrupted
    default:
      return outcome satisfies never
  }
}
