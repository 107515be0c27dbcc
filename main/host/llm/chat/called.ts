import { isObject, type JsonObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { parseInput } from '../api/calls.ts'

/** A call as it arrives: `pieces` are its arguments, joined once. */
export class ArrivingCall {
  id: string
  name = ''
  extra: JsonValue | undefined
  /** Its server said that there are no arguments. */
  isBare = false
  readonly index: string | undefined
  readonly #pieces: string[] = []
  readonly #scan = new ObjectScan()

  constructor(id: string, index: string | undefined) {
    this.id = id
    this.index = index
  }

  /** Whether its arguments are one whole JSON object, judged without reading them again. */
  get isWhole(): boolean {
    return this.#scan.isWhole
  }

  get isEmpty(): boolean {
    return this.#scan.isEmpty
  }

  add(piece: string): void {
    this.#pieces.push(piece)
    this.#scan.add(piece)
  }

  raw(): string {
    return this.#pieces.join('')
  }

  /** The arguments; empty if there are none, undefined if they can't be read. */
  input(): JsonObject | undefined {
    const raw = this.raw()
    return raw.trim() === '' ? {} : parseInput(raw)
  }
}

const [quote, backslash, space] = [0x22, 0x5c, 0x20]
const opening = new Set([0x7b, 0x5b])
const [closingObject, closingArray] = [0x7d, 0x5d]

/** Follows the nesting of arriving JSON text, each character once. */
class ObjectScan {
  isWhole = false
  isEmpty = true
  #depth = 0
  #inString = false
  #isEscaped = false

  add(text: string): void {
    for (let at = 0; at < text.length; at++) {
      const sign = text.charCodeAt(at)
      if (this.#isEscaped) this.#isEscaped = false
      else if (this.#inString) this.#inText(sign)
      else if (sign > space) this.#outside(sign)
    }
  }

  #inText(sign: number): void {
    if (sign === backslash) this.#isEscaped = true
    else if (sign === quote) this.#inString = false
  }

  #outside(sign: number): void {
    this.isEmpty = false
    this.isWhole = false
    if (sign === quote) this.#inString = true
    else if (opening.has(sign)) this.#depth++
    else if (sign === closingObject || sign === closingArray) {
      this.#depth--
      this.isWhole = this.#depth === 0 && sign === closingObject
    }
  }
}

/** The calls of one answer, told apart by whatever their server gives: index, ID, name, or only their order. */
export class ArrivingCalls {
  readonly all: ArrivingCall[] = []
  readonly #byIndex = new Map<string, ArrivingCall>()
  readonly #byId = new Map<string, ArrivingCall>()

  /** Takes one entry of `tool_calls`; the call, if it is new. */
  take(entry: JsonValue): ArrivingCall | undefined {
    if (!isObject(entry)) return undefined
    const fn = isObject(entry['function']) ? entry['function'] : entry
    const id = typeof entry['id'] === 'string' ? entry['id'] : ''
    const name = typeof fn['name'] === 'string' ? fn['name'] : ''
    const given = fn['arguments']
    const piece = typeof given === 'string' ? given : isObject(given) ? JSON.stringify(given) : ''
    const index = indexOf(entry['index'])
    const found = this.#find({ id, name, index, piece })
    const call = found ?? this.#open(id, index)
    if (call.id === '' && id !== '') this.#name(call, id)
    // A few old servers split the name over deltas; others repeat it.
    if (call.name === '' || (call.isEmpty && id === '' && name !== call.name)) call.name += name
    if (piece !== '') call.add(piece)
    if (given === null) call.isBare = true
    if (entry['extra_content'] !== undefined) call.extra = entry['extra_content']
    return found ? undefined : call
  }

  #find({ id, name, index, piece }: { id: string; name: string; index: string | undefined; piece: string }) {
    const call = this.#candidate(id, name, index)
    if (!call) return undefined
    if (id !== '' && call.id !== '' && call.id !== id) return undefined
    // A whole call, and now another begins in its place: Ollama gives all calls the number 0.
    const isRepeat = name === call.name && piece.trim() === ''
    return call.isWhole && name !== '' && !isRepeat ? undefined : call
  }

  #candidate(id: string, name: string, index: string | undefined): ArrivingCall | undefined {
    if (index !== undefined) return this.#byIndex.get(index)
    if (id !== '') return this.#byId.get(id)
    const last = this.all.at(-1)
    const goesOn = name === '' || (last?.name === name && !last.isBare && !last.isWhole)
    return goesOn ? last : undefined
  }

  #open(id: string, index: string | undefined): ArrivingCall {
    const call = new ArrivingCall(id, index)
    this.all.push(call)
    if (index !== undefined) this.#byIndex.set(index, call)
    if (id !== '') this.#byId.set(id, call)
    return call
  }

  #name(call: ArrivingCall, id: string): void {
    call.id = id
    this.#byId.set(id, call)
  }
}

/** An index as a key; some servers write it as text. */
const indexOf = (value: JsonValue | undefined): string | undefined => {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return String(value)
  return typeof value === 'string' && /^\d+$/.test(value) ? value : undefined
}
