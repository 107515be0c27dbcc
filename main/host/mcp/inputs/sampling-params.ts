import type { Question } from '../../../../shared/asks/asks.ts'
import { defined, isObject, withoutNulls, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { readSamplingMessages } from './sampling-messages.ts'
import { clip } from '../../../../shared/text/clip.ts'
import { peerWords } from './peer-words.ts'

/** A server's request for a model, as shown to the user. */
export type SamplingRequest = Pick<
  Question<'sampling'>,
  'system' | 'messages' | 'temperature' | 'stopSequences' | 'includeContext' | 'hints' | 'priorities' | 'tools'
> & { maxTokens: number }

/** Max characters of all texts in one request. */
const largest = 1_000_000
const mostTools = 64
const mostStops = 100
const mostHints = 20
const longestDescription = 4096
/** Tool names that models accept. */
const toolName = /^[a-zA-Z0-9_-]{1,64}$/

/** Reads the parameters of `sampling/createMessage`; `problem` tells the server what is wrong. */
export function readSampling(asked: JsonObject): SamplingRequest | { problem: string } {
  const params = withoutNulls(asked)
  if (characters(params, largest) > largest) return { problem: peerWords.tooLarge(largest) }
  const { systemPrompt, maxTokens, temperature, includeContext } = params
  if (typeof maxTokens !== 'number' || !Number.isSafeInteger(maxTokens) || maxTokens < 1)
    return { problem: peerWords.maxTokens }
  if (systemPrompt !== undefined && typeof systemPrompt !== 'string') return { problem: peerWords.systemPrompt }
  const messages = readSamplingMessages(params['messages'])
  if (typeof messages === 'string') return { problem: messages }
  const tools = readTools(params)
  if (typeof tools === 'string') return { problem: tools }
  const stopSequences = readStops(params['stopSequences'])
  if (typeof stopSequences === 'string') return { problem: stopSequences }
  return {
    ...(systemPrompt && { system: systemPrompt }),
    messages,
    maxTokens,
    tools,
    ...(typeof temperature === 'number' && { temperature }),
    ...(stopSequences.length > 0 && { stopSequences }),
    ...(typeof includeContext === 'string' &&
      !['', 'none'].includes(includeContext) && { includeContext: clip(includeContext, 40) }),
    ...preferences(params['modelPreferences']),
  }
}

/** Never shortened: another text would stop the model elsewhere. */
function readStops(value: JsonValue = []): string[] | string {
  const stops = Array.isArray(value) ? value.flatMap((it) => (typeof it === 'string' && it !== '' ? [it] : [])) : []
  return stops.length > mostStops ? peerWords.manyStops(stops.length, mostStops) : stops
}

function readTools({ tools = [], toolChoice }: JsonObject): SamplingRequest['tools'] | string {
  if (!Array.isArray(tools)) return peerWords.toolsNotList
  if (tools.length > mostTools) return peerWords.manyTools(tools.length, mostTools)
  const mode = isObject(toolChoice) ? toolChoice['mode'] : undefined
  if (mode === 'required') return peerWords.toolRequired
  const read: SamplingRequest['tools'] = []
  for (const tool of tools) {
    const { name, description, inputSchema } = isObject(tool) ? tool : {}
    if (typeof name !== 'string' || !toolName.test(name) || read.some((it) => it.name === name))
      return peerWords.toolName
    if (!isObject(inputSchema)) return peerWords.toolSchema
    const words = typeof description === 'string' ? clip(description, longestDescription) : ''
    read.push({ name, description: words, inputSchema })
  }
  return mode === 'none' ? [] : read
}

function preferences(value: JsonValue | undefined): Pick<SamplingRequest, 'hints' | 'priorities'> {
  const { hints, costPriority, speedPriority, intelligencePriority } = isObject(value) ? value : {}
  const named = Array.isArray(hints) ? hints.flatMap((hint) => (isObject(hint) ? (hint['name'] ?? []) : [])) : []
  const cost = share(costPriority)
  const speed = share(speedPriority)
  const intelligence = share(intelligencePriority)
  return {
    hints: textsOf(named),
    priorities: {
      ...defined({ cost, speed, intelligence }),
    },
  }
}

const share = (value: JsonValue | undefined): number | undefined =>
  typeof value === 'number' ? Math.min(1, Math.max(0, value)) : undefined

const textsOf = (value: JsonValue | undefined): string[] =>
  Array.isArray(value)
    ? value.flatMap((it) => (typeof it === 'string' && it !== '' ? [clip(it, 200)] : [])).slice(0, mostHints)
    : []

/** The characters of all texts in a value, counted up to `most`. */
function characters(value: JsonValue, most: number): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 1
  let sum = 0
  for (const [name, it] of Object.entries(value)) {
    sum += name.length + characters(it, most - sum)
    if (sum > most) break
  }
  return sum
}
