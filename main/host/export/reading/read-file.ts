import type { ImportOrigin } from '../../../../shared/events/import-events.ts'
import { HostError } from '../../../../shared/contract/errors.ts'
import { isObject, parseJson, type JsonValue } from '../../../../shared/schema/json.ts'
import { clip } from '../../../../shared/text/clip.ts'
import { exportWords as words } from '../words.ts'
import { isOfAtrium, readAtrium } from './atrium.ts'
import { isOfChatGpt, readChatGpt } from './chatgpt.ts'
import { isOfClaude, readClaude } from './claude.ts'
import { importRefusal, textIn, type ReadConversation, type RefusedConversation } from './shape.ts'

/** Milliseconds of reading after which others get their turn. */
const patience = 30

/** A file's conversations, and those that can't be imported. */
export type ReadFile = { from: ImportOrigin; conversations: ReadConversation[]; refused: RefusedConversation[] }

/** Reads a file of Atrium, ChatGPT or Claude. Throws `bad-input` for any other file. */
export async function readImportFile(text: string): Promise<ReadFile> {
  const parsed = parseJson(text)
  if (parsed === undefined) throw new HostError('bad-input', words.notJson)
  const file = listIn(parsed)
  const from = originOf(file)
  if (!from)
    throw new HostError(
      'bad-input',
      isObject(file) && file['format'] === 'atrium-conversation' ? words.newer : words.unknownFile,
    )
  const items = Array.isArray(file) ? file : [file]
  const conversations: ReadConversation[] = []
  const refused: RefusedConversation[] = []
  const seen = new Set<string>()
  let since = performance.now()
  for (const item of items) {
    const read = readItem(from, item)
    const title = read?.title ?? (isObject(item) ? clip(textIn(item['title'] ?? item['name']), 200) : '')
    const why = read ? importRefusal(read) : 'shape'
    if (why) refused.push({ title, why })
    else if (read && read.original !== '' && seen.has(read.original)) refused.push({ title, why: 'twice' })
    else if (read) conversations.push(read)
    if (read) seen.add(read.original)
    if (performance.now() - since < patience) continue
    await new Promise((resolve) => setImmediate(resolve))
    since = performance.now()
  }
  return { from, conversations, refused }
}

/** One conversation alone, and a list inside an object, as the list that exports have. */
function listIn(file: JsonValue): JsonValue {
  if (!isObject(file) || isOfAtrium(file)) return file
  if (Array.isArray(file['conversations'])) return file['conversations']
  return isOfChatGpt(file) || isOfClaude(file) ? [file] : file
}

function originOf(file: JsonValue): ImportOrigin | undefined {
  if (isOfAtrium(file)) return 'atrium'
  if (!Array.isArray(file)) return undefined
  if (file.some(isOfChatGpt)) return 'chatgpt'
  return file.some(isOfClaude) ? 'claude' : undefined
}

function readItem(from: ImportOrigin, item: JsonValue): ReadConversation | undefined {
  const read =
    from === 'chatgpt' && isOfChatGpt(item)
      ? readChatGpt(item)
      : from === 'claude' && isOfClaude(item)
        ? readClaude(item)
        : from === 'atrium' && isOfAtrium(item)
          ? readAtrium(item)
          : undefined
  return read && { ...read, title: clip(read.title.replaceAll(/\s+/g, ' ').trim(), 200) }
}
