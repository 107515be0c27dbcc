import type { AttachedText, ModelMessage, ModelRequest } from './llm.ts'

/** About how many bytes of text stand for a token. It is a guess: what is left out by it is said. */
const bytesPerToken = 3.5

/**
 * The messages with as many attached texts as fit beside everything else: where they do not, those of the lowest
 * priority are left out first, of equals the oldest. One of priority 1 stays. `most` is in bytes, `tokens` 0 where unknown.
 */
export function withinContext(
  request: ModelRequest,
  { tokens, most }: { tokens: number; most: number },
): ModelMessage[] {
  const { messages, system, tools } = request
  const attached = messages.flatMap(attachedIn)
  if (attached.length === 0) return messages
  const room = Math.min(most, tokens > 0 ? tokens * bytesPerToken : most)
  let excess = textBytes({ messages, system, tools }) - room
  const dropped = new Set<AttachedText>()
  for (const part of attached.toSorted((a, b) => a.priority - b.priority)) {
    if (excess <= 0 || part.priority >= 1) break
    dropped.add(part)
    excess -= Buffer.byteLength(part.text)
  }
  if (dropped.size === 0) return messages
  return messages.map((message) =>
    message.role === 'assistant'
      ? message
      : {
          role: 'user',
          content: message.content.map((part) =>
            part.type === 'attached' && dropped.has(part) ? { type: 'text', text: leftOut(part) } : part,
          ),
        },
  )
}

const attachedIn = (message: ModelMessage): AttachedText[] =>
  message.role === 'user' ? message.content.filter((part) => part.type === 'attached') : []

const leftOut = ({ name, priority }: AttachedText): string =>
  `[Atrium: I attached ${name}. It is left out here, because there is no room for all; its priority is ${priority}.]`

/** Images have a budget of their own. */
const textBytes = (value: object): number =>
  Buffer.byteLength(JSON.stringify(value, (_key, it: unknown) => (isImage(it) ? null : it)))

const isImage = (it: unknown): boolean =>
  typeof it === 'object' && it !== null && 'type' in it && it.type === 'image' && 'data' in it
