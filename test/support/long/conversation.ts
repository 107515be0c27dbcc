import { Journal } from '../../../main/host/journal/journal.ts'
import type { HostEvent } from '../../../shared/events/events.ts'
import { readOn } from '../../host/journal/following.ts'

/** Markdown of every kind: a different text for each number, all of about the same length. */
export const mixedMarkdown = (number: number): string => `## Part ${number}

A paragraph with *emphasis*, **strength**, \`code\` and [a link](https://example.com/${number}) that goes on for long
enough to be broken into two or three lines, as most paragraphs of an answer are, and says $x_${number}^2$ in passing.

- one item
- another, with \`a name\` in it
  1. inside
  2. and again

\`\`\`ts
/** Adds ${number}. */
export function add${number}(value: number): string {
  return \`\${value + ${number}} is the sum\`
}
\`\`\`

| name | value |
| --- | ---: |
| first | ${number} |
| second | ${number * 2} |
`

/** Brings the indexes of words up to the last event of a data folder that no host has open. */
export async function indexAll(directory: string): Promise<void> {
  const journal = Journal.open(directory)
  readOn(journal)
  await journal.close()
}

/**
 * Writes a conversation of this many messages into a data folder that no host has open. User and model alternate; the
 * last message ends with the title.
 */
export const writeConversation = (directory: string, title: string, messages: number): Promise<void> =>
  writeConversations(directory, [title], messages)

/** The same, for each of these titles. */
export async function writeConversations(directory: string, titles: string[], messages: number): Promise<void> {
  const journal = Journal.open(directory)
  for (const title of titles) {
    const conversation = title.replaceAll(/\W/g, '-')
    journal.append({ type: 'conversation.created', conversation, title, actor: 'test' })
    for (let number = 0; number < messages / 2; number++) {
      const isLast = number >= messages / 2 - 1
      journal.append(...turnOf(conversation, number, isLast ? `The end of ${title}` : mixedMarkdown(number)))
    }
    await journal.durable()
  }
  await journal.close()
}

/** A whole turn of a conversation, as the log has it: a question and this answer. */
export function turnOf(conversation: string, number: number, text: string): HostEvent[] {
  const [turn, message, model] = [`${conversation}-${number}`, `${conversation}-message-${number}`, 'claude-sonnet-5-5']
  const of = { conversation, turn }
  const question = { id: `${turn}-question`, parts: [{ type: 'text', text: `Question ${number}` } as const] }
  const usage = { input: 100, cacheWrite: 0, cacheRead: 0, output: 200 }
  return [
    { type: 'turn.started', ...of, message: question, endpoint: 'anthropic', model, actor: 'test' },
    { type: 'model.requested', ...of, model, message, tools: 0 },
    {
      type: 'message.finished',
      ...of,
      message,
      model,
      blocks: { json: [{ type: 'text', text }] },
      stop: 'end-turn',
      usage,
    },
    { type: 'turn.finished', ...of, end: 'done' },
  ]
}
