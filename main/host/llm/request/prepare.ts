import type { ApiMessage, FileBlock, UserBlock } from './blocks.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import { wellFormed } from './json.ts'
import { type ModelAnswer, ModelError, type ModelRequest, type Wishes } from '../llm.ts'
import { mapMessages, type HistoryForm } from './api-messages.ts'
import { telling, withMarks } from './notes.ts'
import { notShown } from './results.ts'
import { mediaRoom, showMedia, type Sight } from './shown-media.ts'
import { mapTools, type Restore, type SentTool, type ToolRequestForm } from './tools.ts'
import { bytesPerToken } from '../../../../shared/text/tokens.ts'
import { bytesOnce } from './sizes.ts'
import { wishesFor, type TakenWishes } from './wishes.ts'
import { withinContext } from './within-context.ts'
import { head } from '../../../../shared/text/clip.ts'
import { providerWords } from '../words.ts'
import { noteWords as words } from '../model-words.ts'

/** A model's known limits; zero tokens mean unknown. Whether it takes images, PDF files and sounds: absent if unknown. */
export type ModelLimits = {
  contextTokens: number
  outputTokens: number
  adaptiveThinking: boolean
  images?: boolean | undefined
  documents?: boolean | undefined
  audio?: boolean | undefined
}

/** Tools use most of the context: how many tools, and their approximate tokens out of the total. */
export type Overload = { tools: number; tokens: number; of: number }

/** A server's limits for a request, and its way to write one. */
export type RequestForm = HistoryForm &
  Sight & {
    /** Whether an answer shares the reported context with its request. */
    sharesContext: boolean
    tools?: ToolRequestForm
    wishes: (model: string) => TakenWishes
    /** The body in the API's terms. */
    write: (parts: RequestParts) => JsonObject
  }

/** The parts of a request, each as this server takes it. `system` has no empty ones. */
export type RequestParts = {
  model: string
  /** Max tokens of the answer. */
  output: number
  limits: ModelLimits
  system: string[]
  tools: SentTool[]
  messages: ApiMessage[]
  wishes: Wishes
}

/** The parts that a request lacks, and the wishes that it has, as its answer reports them. */
type Lack = Pick<ModelAnswer, 'noRoom' | 'leftOut' | 'unseenImages' | 'refusedFiles' | 'wishes'>

/** The body as JSON text, the reverse mapping for calls, and what is missing. */
export type BuiltRequest = Lack & {
  json: string
  restore: Restore
  overload?: Overload
  /** The files that go as they are, in order. */
  files: FileBlock[]
}

/** The facts about a request that its answer reports. */
export const lackOf = ({ noRoom, leftOut, unseenImages, refusedFiles, wishes = {} }: Lack): Lack => ({
  ...(noRoom && { noRoom }),
  ...(leftOut && leftOut.length > 0 && { leftOut }),
  ...(unseenImages !== undefined && unseenImages > 0 && { unseenImages }),
  ...(refusedFiles && refusedFiles.length > 0 && { refusedFiles }),
  ...(Object.keys(wishes).length > 0 && { wishes }),
})

/** An output limit that every chat model supports, for models with an unknown limit. */
export const certainOutput = 8192
const largestRequest = 32 * 1024 * 1024
/** Max size of all text, including attached texts and prioritised parts of results. */
const textRoom = largestRequest - mediaRoom
/** Max length of an old result if the request would otherwise be too large. */
const shortResult = 2000

/** If the answer shares the context with the request, the share reserved for the answer. */
const answerShare = 1 / 4

/** Builds the request for one message. Rejects with `ModelError` if it can't be made small enough. */
export function buildRequest(request: ModelRequest, limits: ModelLimits, form: RequestForm): BuiltRequest {
  const { tools, restore, sentName, leftOut } = mapTools(request.tools, form.tools)
  const output = Math.min(request.maxTokens, mostOutput(limits, form))
  const tokens = limits.contextTokens > 0 ? Math.max(1, limits.contextTokens - output) : 0
  const { messages: fitting, noRoom, left } = withinContext({ ...request, tools }, { tokens, most: textRoom })
  const messages = mapMessages({ ...request, messages: fitting }, form, sentName)
  const { unseenImages, refusedFiles, crowdedOut } = showMedia(messages, limits, form, left)
  const overload = overloadOf(tools, limits)
  const { model, mark, system } = request
  // The conversation's mark comes after the part shared by all conversations, which can stay cached.
  const told = [system, mark === undefined ? '' : telling(mark)].filter((text) => text.trim() !== '')
  const wishes = wishesFor(request.wishes ?? {}, form.wishes(request.model))
  const parts = { model, output, limits, system: told, tools, wishes }
  const json = fitText(messages, () => serialise(form.write({ ...parts, messages: withMarks(messages, mark) })))
  const lacking =
    crowdedOut === 0 ? noRoom : { parts: 0, ...noRoom, attachments: (noRoom?.attachments ?? 0) + crowdedOut }
  const lack = lackOf({ leftOut, unseenImages, refusedFiles, wishes, ...(lacking && { noRoom: lacking }) })
  return { json, restore, files: filesIn(messages), ...lack, ...(overload && { overload }) }
}

const filesIn = (messages: ApiMessage[]): FileBlock[] =>
  messages.flatMap(({ role, content }) => (role === 'user' ? content.flatMap(filesOf) : []))

const filesOf = (block: UserBlock): FileBlock[] => {
  if (block.type === 'tool_result') return block.content.flatMap(filesOf)
  return block.type === 'file' ? [block] : []
}

function overloadOf(tools: object[], { contextTokens: of }: ModelLimits): Overload | undefined {
  const tokens = Math.round(tools.reduce((sum, tool) => sum + bytesOnce(tool), 0) / bytesPerToken)
  return of > 0 && tokens > of / 2 ? { tools: tools.length, tokens, of } : undefined
}

function mostOutput({ contextTokens, outputTokens }: ModelLimits, { sharesContext }: RequestForm): number {
  const most = outputTokens || certainOutput
  return sharesContext && contextTokens > 0 ? Math.min(most, Math.ceil(contextTokens * answerShare)) : most
}

/** The request as JSON text; shortens old results until it is within the limit. */
function fitText(messages: ApiMessage[], write: () => string): string {
  const first = write()
  let excess = Buffer.byteLength(first) - largestRequest
  if (excess <= 0) return first
  for (const block of messages.flatMap(({ role, content }): UserBlock[] => (role === 'user' ? content : []))) {
    if (excess <= 0) break
    if (block.type !== 'tool_result') continue
    const before = Buffer.byteLength(JSON.stringify(block.content))
    block.content = block.content.map((part) =>
      part.type !== 'text' || part.text.length <= shortResult
        ? part
        : {
            type: 'text',
            text: `${head(part.text, shortResult)}\n${notShown(words.restOfOld).text}`,
          },
    )
    excess -= before - Buffer.byteLength(JSON.stringify(block.content))
  }
  if (excess > 0) throw new ModelError('too-large', providerWords.tooLargeForRequest)
  return write()
}

function serialise(body: JsonObject): string {
  const json = JSON.stringify(body)
  // An unpaired surrogate is written as an escape; so is a backslash before "ud", which the slow path leaves alone.
  return json.includes('\\ud') ? JSON.stringify(wellFormed(body)) : json
}
