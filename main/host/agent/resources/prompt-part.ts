import { isForModels, priorityOf } from '../../../../shared/content/annotations.ts'
import { largestText, type PromptPart } from '../../../../shared/content/attachments.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import type { RequestMessage, UserPart } from '../../llm/llm.ts'
import { note } from '../../llm/request/notes.ts'
import { plainText } from '../../llm/request/text.ts'
import { head } from '../../../../shared/text/clip.ts'
import { resourceModelWords as words } from './model-words.ts'

/**
 * A prompt as the model sees it: its server's name, its messages in their roles, then an end mark. Messages for the
 * user alone are only counted. `messages` are as the server filled them in, and `mark` is a value the server can't have
 * known.
 */
export function promptSaid(part: PromptPart, messages: JsonValue, mark: string): RequestMessage[] {
  const name = words.prompt(word(part.title ?? part.name), word(part.server))
  const items = Array.isArray(messages) ? messages.filter(isObject) : []
  if (items.length === 0) return [ours(note(words.emptyPrompt(name)))]
  const given =
    Object.keys(part.arguments).length > 0 ? words.withArguments(head(JSON.stringify(part.arguments), 2000)) : ''
  const begin = words.promptBegins(`${name}${given}`)
  const forModel = items.filter(({ content }) => isForModels(content))
  const rest = items.length - forModel.length
  const end = rest === 0 ? mark : `${mark}\n${note(words.forPersonInPrompt(rest))}`
  const about = { name: words.partOf(name), mark }
  return [ours(`${begin}\n${mark}`), ...joined(forModel.map((item) => messageSaid(item, about))), ours(end)]
}

type About = { name: string; mark: string }

const ours = (text: string): RequestMessage => ({ role: 'user', content: [{ type: 'text', text }] })

function messageSaid({ role, content = null }: JsonObject, { name, mark }: About): RequestMessage {
  const said = contentSaid(content, mark)
  const priority = priorityOf(content)
  if (role !== 'assistant') {
    const parts = said.map((part): UserPart =>
      priority === undefined || part.type !== 'text' ? part : { ...part, type: 'attached', name, priority },
    )
    return { role: 'user', content: parts }
  }
  // No model wrote it, so nothing in it counts as a model's own.
  const texts = said.map((part) => (part.type === 'text' ? part.text : notText(content)))
  const annotated = priority === undefined ? {} : { annotations: { priority } }
  const blocks = texts.map((text) => ({ type: 'text', text, ...annotated }))
  return { role: 'assistant', endpoint: '', model: '', blocks }
}

/** Merges consecutive assistant messages: between two messages of a real model there is a user message. */
function joined(messages: RequestMessage[]): RequestMessage[] {
  const runs: RequestMessage[] = []
  for (const message of messages) {
    const last = runs.at(-1)
    if (message.role === 'assistant' && last?.role === 'assistant')
      runs[runs.length - 1] = { ...last, blocks: [...last.blocks, ...message.blocks] }
    else runs.push(message)
  }
  return runs
}

function contentSaid(content: JsonValue, mark: string): UserPart[] {
  if (!isObject(content)) return []
  const { type, text, resource } = content
  if (type === 'text' && typeof text === 'string') return [{ type: 'text', text: whole(text) }]
  if (type !== 'resource' || !isObject(resource) || typeof resource['text'] !== 'string')
    return [{ type: 'shown-result', content: [content], isError: false }]
  const uri = typeof resource['uri'] === 'string' ? ` ${word(resource['uri'])}` : ''
  const inner = `${mark} resource`
  return [
    {
      type: 'text',
      text: words.embedded(uri, inner, whole(resource['text'])),
    },
  ]
}

/** Describes content that a model message can't contain. */
function notText(content: JsonValue): string {
  const kind = isObject(content) && typeof content['type'] === 'string' ? plainText(content['type'], 100) : 'content'
  return note(words.notText(kind.replaceAll('_', ' ')))
}

function whole(text: string): string {
  const shown = head(text, largestText)
  const missing = text.length - shown.length
  return missing === 0 ? text : `${shown}\n${note(words.moreCharacters(missing.toLocaleString('en')))}`
}

/** A server's short text inside a sentence. */
const word = (value: string): string => JSON.stringify(plainText(value, 500))
