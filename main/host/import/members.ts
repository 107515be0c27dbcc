import type { ImportChange, LossReason } from '../../../shared/config/imported.ts'
import { defined, isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'

/** An entry's members, each taken under any of its names. Those never taken have no effect here. */
export class Members {
  readonly changes: ImportChange[] = []
  readonly lost: { what: string; why: LossReason }[] = []
  readonly #members: Map<string, JsonValue>
  readonly #taken = new Set<string>()

  constructor(entry: JsonObject) {
    this.#members = new Map(Object.entries(this.#unfolded(entry)))
  }

  /** The first of these members that is there; all of them count as used. */
  take(...names: string[]): JsonValue | undefined {
    const [found] = names.filter((name) => this.#members.has(name))
    for (const name of names) this.#taken.add(name)
    return found === undefined ? undefined : this.#members.get(found)
  }

  text(...names: string[]): string | undefined {
    const texts = names.map((name) => this.take(name)).filter((it) => typeof it === 'string')
    return texts.find((it) => it !== '') ?? texts[0]
  }

  has(...names: string[]): boolean {
    return names.some((name) => !isBlankMember(this.#members.get(name)))
  }

  lose(what: string, why: LossReason): void {
    this.lost.push({ what, why })
  }

  /** Members without effect here. */
  rest(): [string, JsonValue][] {
    return [...this.#members].filter(([name]) => !this.#taken.has(name))
  }

  /** Older and nested forms as the usual one. */
  #unfolded(entry: JsonObject): JsonObject {
    const { config, transport, command, requestInit, requestOptions, ...rest } = entry
    if (isObject(config) && !('url' in entry) && command === undefined) return this.#older({ ...rest, ...config })
    if (isObject(transport)) return this.#unfolded({ ...entry, ...transport, transport: null })
    if (isObject(command)) {
      const { path, ...others } = command
      return this.#older({ ...entry, ...others, command: path ?? '' })
    }
    if (isObject(requestInit))
      return this.#older({ ...rest, ...withCommand(command), headers: requestInit['headers'] ?? {} })
    if (!isObject(requestOptions)) return entry
    const { headers, ...options } = requestOptions
    for (const [name, value] of Object.entries(options)) {
      const isCertificate = /^(verifySsl|caBundlePath|clientCertificate)$/.test(name)
      if (!isBlankMember(value) && value !== true)
        this.lose(`requestOptions.${name}`, isCertificate ? 'certificates-are-always-checked' : 'no-such-setting')
    }
    return { ...rest, ...withCommand(command), ...defined({ headers }) }
  }

  #older(entry: JsonObject): JsonObject {
    this.changes.push('older-form')
    return entry
  }
}

const withCommand = (command: JsonValue | undefined): JsonObject => (command === undefined ? {} : { command })

/** A value that says nothing. */
export const isBlankMember = (value: JsonValue | undefined): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0)

/** A value as text: a string unchanged, anything else as JSON. */
export const asText = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value))
