import { canonical } from '../schema/canonical.ts'
import { isObject, parseJson, type JsonObject, type JsonValue } from '../schema/json.ts'
import { head } from '../text/clip.ts'
import { isForModels } from './annotations.ts'
import { readable } from './embedded.ts'

/** The reader of a result. The user still sees parts meant for the model alone (schema, Annotations.audience). */
export type ResultReader = 'model' | 'person'

/**
 * The part of a result given at once, in the same shape. It contains `shown` of the text's `characters`; counts report
 * the rest, so nothing is dropped silently.
 */
export type ResultPart = {
  result: JsonObject
  shown: number
  characters: number
  leftOut: {
    /** Parts without text that are too large, or too many. */
    parts: number
    structured: boolean
    /** Parts the server means for the user alone; for models only. */
    notForModel: number
  }
}

const mostParts = 1000
/** Max base64 characters of all images, sounds and files together. */
const binaryRoom = 10 * 1024 * 1024
const otherRoom = 64 * 1024
/** Joins two texts of a result that are read as one. */
const between = '\n'

/** The part of a result that fits, with up to `room` characters of text. */
export function resultPartOf(result: JsonObject, reader: ResultReader, room: number): ResultPart {
  const { blocks, notForModel } = blocksFor(result, reader)
  const picked = new Picked(room)
  for (const block of blocks) picked.add(block)
  const structured = result['structuredContent'] ?? undefined
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

/** All text of a result as one; `shown` counts positions in it. */
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

/**
 * The blocks of a result for its reader. A model gets structured content after them, unless their text says the same;
 * a user sees it in another view, and here only if it is too long for that and comes alone.
 */
function blocksFor(result: JsonObject, reader: ResultReader): { blocks: JsonValue[]; notForModel: number } {
  const all = (Array.isArray(result['content']) ? result['content'] : []).map(readable)
  const blocks = reader === 'person' ? all : all.filter(isForModels)
  const notForModel = all.length - blocks.length
  const structured = result['structuredContent'] ?? undefined
  const texts = blocks.flatMap((block) => textOf(block) ?? [])
  const isMissing =
    structured !== undefined &&
    (reader === 'model' ? !standsIn(texts, structured) : blocks.length === 0 && isLong(structured))
  return { blocks: isMissing ? [...blocks, { type: 'text', text: JSON.stringify(structured) }] : blocks, notForModel }
}

/**
 * Whether texts already say what structured content says: as JSON in any spelling, alone or within a text, or item by
 * item. Some libraries wrap a value that isn't an object in one, as its member `result`.
 */
export function standsIn(texts: string[], structured: JsonValue): boolean {
  const written = JSON.stringify(structured)
  if (texts.some((text) => standsWhole(text, structured, written))) return true
  const values = texts.flatMap((text) => parseJson(text) ?? [])
  const { result: wrapped, ...others } = isObject(structured) ? structured : {}
  const meant = wrapped === undefined || Object.keys(others).length > 0 ? [structured] : [structured, wrapped]
  return meant.some((value) => {
    const wanted = canonical(value)
    if (texts.includes(typeof value === 'string' ? value : wanted)) return true
    if (values.some((one) => typeof one === 'object' && canonical(one) === wanted)) return true
    return Array.isArray(value) && value.length > 0 && isListed(value, texts)
  })
}

/** A single value's JSON, an empty list or object says the same only alone: in a longer text it is there by chance. */
function standsWhole(text: string, value: JsonValue, written: string): boolean {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return text.trim() === written
  for (let at = text.indexOf(written); at !== -1; at = text.indexOf(written, at + 1)) {
    if (!/[\w)\]]/.test(`${text[at - 1] ?? ''}${text[at + written.length] ?? ''}`)) return true
  }
  return false
}

const isListed = (items: JsonValue[], texts: string[]): boolean =>
  items.length === texts.length &&
  items.every((item, index) => {
    const text = texts[index] ?? ''
    const value = typeof item === 'string' ? text : parseJson(text)
    return value !== undefined && canonical(value) === canonical(item)
  })

/** Whether to show it as plain text, because it is too long for a tree. */
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
