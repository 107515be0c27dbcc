import { isObject, type JsonObject, type JsonValue } from '../schema/json.ts'
import { head } from '../text/clip.ts'

/** Who is given a result. What is meant for one of them alone (schema, Annotations.audience) is still shown to a person. */
export type ResultReader = 'model' | 'person'

/**
 * What of a result is given at once: a result of the same form. `shown` of the `characters` of its text are in it; what
 * is left is told as counts, never dropped in silence.
 */
export type ResultPart = {
  result: JsonObject
  shown: number
  characters: number
  leftOut: {
    /** Parts without text that are too large, or too many. */
    parts: number
    structured: boolean
    /** Parts that the server means for the person alone; there for a model only. */
    notForModel: number
  }
}

const mostParts = 1000
/** Characters of base64 of all pictures, sounds and files together. */
const binaryRoom = 10 * 1024 * 1024
const otherRoom = 64 * 1024
/** Between two texts of a result, where it is read as one. */
const between = '\n'

/** Whom a part is meant for, as its server says; nothing where it says nothing that can be read. */
export function audienceOf(block: JsonValue): 'user' | 'assistant' | undefined {
  const annotations = isObject(block) ? block['annotations'] : undefined
  const audience = isObject(annotations) ? annotations['audience'] : undefined
  if (!Array.isArray(audience)) return undefined
  const user = audience.includes('user')
  const assistant = audience.includes('assistant')
  if (user === assistant) return undefined
  return user ? 'user' : 'assistant'
}

/** The part of a result that fits, with at most `room` characters of text. */
export function partOf(result: JsonObject, reader: ResultReader, room: number): ResultPart {
  const { blocks, notForModel } = blocksFor(result, reader)
  const picked = new Picked(room)
  for (const block of blocks) picked.add(block)
  const structured = result['structuredContent']
  const wanted = reader === 'person' && structured !== undefined
  const fits = wanted && JSON.stringify(structured).length <= room
  const isError = result['isError'] === true
  return {
    result: {
      content: picked.content,
      ...(fits ? { structuredContent: structured } : {}),
      ...(isError ? { isError } : {}),
    },
    shown: picked.shown,
    characters: picked.characters,
    leftOut: { parts: picked.left, structured: wanted && !fits, notForModel },
  }
}

/** All text of a result as one; positions in it are what `shown` counts. */
export const textOfResult = (result: JsonObject, reader: ResultReader): string =>
  blocksFor(result, reader)
    .blocks.flatMap((block) => textOf(block) ?? [])
    .join(between)

class Picked {
  readonly content: JsonValue[] = []
  readonly #room: number
  #binary = binaryRoom
  #others = otherRoom
  #texts = 0
  #isCut = false
  shown = 0
  characters = 0
  left = 0

  constructor(room: number) {
    this.#room = room
  }

  add(block: JsonValue): void {
    const text = textOf(block)
    if (text !== undefined) return this.#addText(block, text)
    const data = dataOf(block)
    const size = data === undefined ? JSON.stringify(block).length : data.length
    const room = data === undefined ? this.#others : this.#binary
    if (size > room || this.content.length >= mostParts) {
      this.left += 1
      return
    }
    if (data === undefined) this.#others -= size
    else this.#binary -= size
    this.content.push(block)
  }

  #addText(block: JsonValue, text: string): void {
    const before = this.#texts === 0 ? 0 : between.length
    this.#texts += 1
    this.characters += before + text.length
    if (this.#isCut) return
    const shown = head(text, Math.max(0, this.#room - this.shown - before))
    if (this.content.length >= mostParts || (shown === '' && text !== '')) {
      this.#isCut = true
      return
    }
    this.shown += before + shown.length
    this.#isCut = shown.length < text.length
    this.content.push(this.#isCut ? withText(block, shown) : block)
  }
}

/** What a result holds for its reader; structured content stands in where a server sent no other. */
function blocksFor(result: JsonObject, reader: ResultReader): { blocks: JsonValue[]; notForModel: number } {
  const all = Array.isArray(result['content']) ? result['content'] : []
  const blocks = reader === 'person' ? all : all.filter((block) => audienceOf(block) !== 'user')
  const structured = result['structuredContent']
  const standsIn = blocks.length === 0 && structured !== undefined && (reader === 'model' || isLong(structured))
  return {
    blocks: standsIn ? [{ type: 'text', text: JSON.stringify(structured) }] : blocks,
    notForModel: all.length - blocks.length,
  }
}

/** Whether it is shown as the text it is, because nobody looks through it as a tree. */
const isLong = (structured: JsonValue): boolean => JSON.stringify(structured).length > otherRoom

function textOf(block: JsonValue): string | undefined {
  if (!isObject(block)) return undefined
  const holder = block['type'] === 'resource' ? block['resource'] : block['type'] === 'text' ? block : undefined
  return isObject(holder) && typeof holder['text'] === 'string' ? holder['text'] : undefined
}

function withText(block: JsonValue, text: string): JsonValue {
  if (!isObject(block)) return block
  const { resource } = block
  return isObject(resource) && block['type'] === 'resource'
    ? { ...block, resource: { ...resource, text } }
    : { ...block, text }
}

function dataOf(block: JsonValue): string | undefined {
  if (!isObject(block)) return undefined
  const data = isObject(block['resource']) ? block['resource']['blob'] : block['data']
  return typeof data === 'string' ? data : undefined
}
