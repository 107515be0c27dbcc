import type { HostEvent } from '../../../../shared/events/events.ts'
import { textOfMessage } from '../../../../shared/content/attachments.ts'
import { urlOrigin } from '../../../../shared/risk/secret-names.ts'
import { defined, isObject, type JsonValue } from '../../../../shared/schema/json.ts'
import type { Conversation } from '../../../../shared/state/conversation.ts'
import { head } from '../../../../shared/text/clip.ts'
import { plainLabel } from '../../../../shared/text/hidden-characters.ts'
import { sha256 } from '../../base/hash.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Models } from '../../llm/llm.ts'
import { titleModelWords as words } from './model-words.ts'

/** Max characters of a title, and of each text that a model gets for it. */
const longestTitle = 60
const longestText = 2000

/** Max tokens of the answer: some models think first. */
const longestAnswer = 2000

type Deps = {
  journal: Journal
  models: Models
  /** Reads a conversation; `not-found` if it doesn't exist. */
  history: (conversation: string) => Promise<Conversation>
}

/** Asks models for titles of new conversations, if the user wants that: each at most once. */
export class Titles {
  readonly #deps: Deps
  readonly #stop = new AbortController()
  readonly #running = new Set<Promise<void>>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Called after a turn. Never rejects: a conversation without a title from a model keeps its first line. */
  afterTurn(conversation: string): void {
    if (!this.#deps.journal.state.configured.settings.models.titles || this.#stop.signal.aborted) return
    const asking: Promise<void> = this.#ask(conversation)
      .catch(() => undefined)
      .finally(() => this.#running.delete(asking))
    this.#running.add(asking)
  }

  /** Ends all requests and waits for that. */
  async close(): Promise<void> {
    this.#stop.abort('quit')
    await Promise.all(this.#running)
  }

  async #ask(id: string): Promise<void> {
    const { journal, models, history } = this.#deps
    const conversation = await history(id)
    const [turn, ...others] = conversation.turns
    const { endpoint, model, message } = turn ?? {}
    if (others.length > 0 || !message || endpoint === undefined || model === undefined) return
    if (conversation.renamed || conversation.titled || conversation.deletedAt !== undefined) return
    const given = textOf(conversation, (kept) => journal.read(kept))
    if (given === undefined) return
    // The user's own title counts, and an erased conversation gets nothing.
    let isOver = false
    const leave = journal.subscribe(({ event }) => void (isOver ||= ends(event, id)))
    const of = { conversation: id, endpoint, model }
    try {
      const baseUrl = journal.state.configured.settings.models.endpoints[endpoint]?.baseUrl ?? ''
      journal.append({ type: 'title.requested', ...of, ...(baseUrl !== '' && { to: urlOrigin(baseUrl) }) })
      await journal.durable()
      const { blocks, usage } = await models(endpoint).stream(
        {
          endpoint,
          model,
          system: words.system,
          tools: [],
          maxTokens: longestAnswer,
          messages: [{ role: 'user', content: [{ type: 'text', text: given }] }],
          mark: sha256(`notes of ${id}`).slice(0, 12),
        },
        {
          signal: this.#stop.signal,
          onDelta: () => undefined,
          onWait: () => undefined,
          onLookup: () => journal.append({ type: 'models.requested', endpoint, baseUrl, actor: 'host' }),
        },
      )
      const title = isOver ? undefined : titleIn(blocks)
      journal.append({ type: 'title.finished', ...of, usage, ...defined({ title }) })
      if (title !== undefined) journal.append({ type: 'conversation.renamed', conversation: id, title, actor: 'host' })
      await journal.durable()
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error)
      if (!this.#stop.signal.aborted) journal.append({ type: 'title.finished', ...of, problem })
    } finally {
      leave()
    }
  }
}

const ends = (event: HostEvent, id: string): boolean =>
  (event.type === 'conversation.renamed' ||
    event.type === 'conversation.deleted' ||
    event.type === 'conversation.erased') &&
  event.conversation === id

type Read = (kept: Parameters<Journal['read']>[0]) => JsonValue

/** The first message and the first reply, cut. */
function textOf({ turns: [turn] }: Conversation, read: Read): string | undefined {
  const said = turn?.message ? textOfMessage(turn.message) : ''
  const reply = turn?.messages.find((message) => message.state === 'complete')
  const answered = reply?.state === 'complete' ? textsIn(read(reply.blocks)) : ''
  if (said.trim() === '' && answered.trim() === '') return undefined
  return words.ask(JSON.stringify(head(said, longestText)), JSON.stringify(head(answered, longestText)))
}

const textsIn = (blocks: JsonValue): string =>
  Array.isArray(blocks)
    ? blocks
        .flatMap((block) =>
          isObject(block) && block['type'] === 'text' && typeof block['text'] === 'string' ? [block['text']] : [],
        )
        .join('\n')
    : ''

/** The answer's first line as plain text, without quotation marks or heading signs; undefined if nothing is left. */
export function titleIn(blocks: JsonValue): string | undefined {
  const line = textsIn(blocks)
    .split('\n')
    .map((text) => text.trim())
    .find((text) => text !== '')
  const bare = line?.replace(/^[#*\s"“„«'`]+|[*\s"”“»'`.]+$/gu, '') ?? ''
  const title = plainLabel(bare, longestTitle).trim()
  return title === '' ? undefined : title
}
