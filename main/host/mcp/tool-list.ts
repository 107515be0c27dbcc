import { canonical } from '../../../shared/canonical.ts'
import type { MalformedItem, ToolEntry } from '../../../shared/events.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../shared/json.ts'
import type { ServerState } from '../../../shared/state.ts'
import { sha256 } from '../hash.ts'
import { headerProblem } from './argument-headers.ts'
import type { Reply, ToolPage } from './connection.ts'
import { cutMember } from './salvage.ts'
import { clip } from './text.ts'

/** How much of a list is read. */
const listLimits = { pages: 20, tools: 500, definitionBytes: 256 * 1024, totalBytes: 8 * 1024 * 1024 }

/** One tool as the server defined it: the raw object, its canonical text, and the hash of that. */
export type Definition = { hash: string; raw: JsonObject; text: string; entry: ToolEntry }

export type ToolList = {
  tools: Map<string, Definition>
  malformed: MalformedItem[]
  /** Why there may be more than this. */
  incomplete?: string
  pages: number
}

/**
 * Walks the pages of `tools/list`. Whatever goes wrong, what was got until then is the answer. `copiesArguments`:
 * whether the connection copies arguments into headers where a tool wants that.
 */
export async function walkTools(
  page: (cursor: string | undefined) => Promise<Reply<ToolPage>>,
  copiesArguments: boolean,
): Promise<ToolList> {
  const list = new Collector(copiesArguments)
  const seen = new Set<string>()
  let cursor: string | undefined
  for (let pages = 1; pages <= listLimits.pages; pages++) {
    const reply = await page(cursor)
    if (reply.status !== 'answered') return list.done(pages - 1, `page ${pages} of the list did not come`)
    if (!Array.isArray(reply.value.tools)) return list.done(pages, `page ${pages} of the list holds no tools`)
    for (const item of reply.value.tools) if (!list.add(item)) return list.done(pages, list.full)
    const next = reply.value.nextCursor
    if (next === undefined || next === null) return list.done(pages)
    if (typeof next !== 'string') return list.done(pages, `the mark of page ${pages + 1} is not a text`)
    if (seen.has(next)) return list.done(pages, `page ${pages} points back to an earlier page`)
    seen.add(next)
    cursor = next
  }
  return list.done(listLimits.pages, `the list has more than ${listLimits.pages} pages`)
}

/** Reads items one by one, so that a bad one costs nobody else. */
class Collector {
  readonly full = `the list has more than ${listLimits.tools} tools, or more than 8 MB of definitions`
  readonly #tools = new Map<string, Definition>()
  readonly #malformed: MalformedItem[] = []
  readonly #copiesArguments: boolean
  #items = 0
  #bytes = 0

  constructor(copiesArguments: boolean) {
    this.#copiesArguments = copiesArguments
  }

  /** False when there is no room for it. */
  add(item: JsonValue): boolean {
    if (++this.#items > listLimits.tools) return false
    const read = readTool(item, this.#copiesArguments)
    if ('problem' in read) return this.#refuse(read)
    if (this.#tools.has(read.entry.name))
      return this.#refuse({ name: read.entry.name, problem: 'Another tool of this server has the same name.' })
    this.#bytes += read.text.length
    if (this.#bytes > listLimits.totalBytes) return false
    this.#tools.set(read.entry.name, read)
    return true
  }

  done(pages: number, incomplete?: string): ToolList {
    const list = { tools: this.#tools, malformed: this.#malformed, pages }
    return incomplete === undefined ? list : { ...list, incomplete: `Some tools may be missing: ${incomplete}.` }
  }

  #refuse(item: MalformedItem): true {
    this.#malformed.push(item)
    return true
  }
}

/** Reads one raw tool. Odd names are tolerated; one that could not be shown or told apart is not. */
function readTool(item: JsonValue, copiesArguments: boolean): Definition | MalformedItem {
  if (!isObject(item)) return { name: '(no name)', problem: 'It is not an object.' }
  const { name, inputSchema, [cutMember]: isCut } = item
  if (typeof name !== 'string') {
    const problem = name === undefined ? 'It has no name.' : 'Its name is not a text.'
    return { name: name === undefined ? '(no name)' : clip(JSON.stringify(name), 128), problem }
  }
  const problem = problemOfName(name)
  if (problem) return { name: clip(name, 128) || '(empty)', problem }
  if (isCut === true) return { name, problem: 'Its definition is nested too deeply, or holds too many values.' }
  if (!isObject(inputSchema)) return { name, problem: 'Its input schema is not an object.' }
  const header = copiesArguments ? headerProblem(inputSchema) : undefined
  if (header) return { name, problem: `A header that it wants for an argument ${header}.` }
  const text = canonical(item)
  if (Buffer.byteLength(text) > listLimits.definitionBytes)
    return { name, problem: 'Its definition is larger than 256 KB.' }
  const hash = sha256(text)
  return { hash, raw: item, text, entry: entryOf(name, item, hash) }
}

function problemOfName(name: string): string | undefined {
  if (name === '') return 'Its name is empty.'
  if (name.length > 128) return 'Its name is longer than 128 characters.'
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name)) return 'Its name has control characters.'
  if (!name.isWellFormed()) return 'Its name is not valid Unicode.'
  if (name === '__proto__') return 'Its name is reserved.'
  return undefined
}

function entryOf(name: string, raw: JsonObject, hash: string): ToolEntry {
  const annotations = isObject(raw['annotations']) ? raw['annotations'] : {}
  const claim = (hint: string, otherwise: boolean) => {
    const value = annotations[hint]
    return typeof value === 'boolean' ? value : otherwise
  }
  const title = [raw['title'], annotations['title']].find((it) => typeof it === 'string' && it.trim() !== '')
  return {
    name,
    ...(typeof title === 'string' ? { title: clip(title, 200) } : {}),
    description: typeof raw['description'] === 'string' ? clip(raw['description'], 200) : '',
    hash,
    // Defaults of the specification (schema, ToolAnnotations).
    claims: {
      readOnly: claim('readOnlyHint', false),
      destructive: claim('destructiveHint', true),
      idempotent: claim('idempotentHint', false),
      openWorld: claim('openWorldHint', true),
    },
  }
}

/** What changes from one list to the next; nothing where only the order did. */
type Difference = {
  set: Definition[]
  removed: string[]
  malformed: MalformedItem[]
  incomplete?: string | undefined
}

export function differenceOf(known: ServerState | undefined, list: ToolList): Difference | undefined {
  const before = known?.tools ?? {}
  const set = [...list.tools.values()].filter(
    ({ entry, hash }) => !Object.hasOwn(before, entry.name) || before[entry.name]?.hash !== hash,
  )
  const removed = Object.keys(before).filter((name) => !list.tools.has(name))
  const { malformed, incomplete } = list
  const same =
    set.length === 0 &&
    removed.length === 0 &&
    known?.incomplete === incomplete &&
    sorted(known?.malformed ?? []) === sorted(malformed)
  return same ? undefined : { set, removed, malformed, incomplete }
}

const sorted = (items: MalformedItem[]): string =>
  items
    .map(({ name, problem }) => JSON.stringify([name, problem]))
    .toSorted()
    .join()
