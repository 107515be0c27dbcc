import type { Expected } from '../../../../shared/changes/undo.ts'
import type { FileEnd, Found, NamedFile } from '../../../../shared/changes/named-file.ts'
import { proposedText } from '../../../../shared/changes/proposed.ts'
import type { JsonObject, JsonValue, StoredValue } from '../../../../shared/schema/json.ts'
import { valueAt } from '../../../../shared/schema/pointer.ts'
import { sha256 } from '../../base/hash.ts'
import type { Named } from './named-files.ts'
import { stampOf, type Raw } from './read-file.ts'

/** Milliseconds between two looks at files while the user decides. */
const lookMs = 1000

/** A file as read, and its metadata just before. */
export type Seen = Named & { raw: Raw; stamp: string }

type Ways = {
  keep(value: JsonValue): StoredValue
  /** Replaces known secrets. */
  redact(text: string): string
  /** Reads them again; undefined if it takes too long. */
  again(files: readonly Seen[]): Promise<Seen[] | undefined>
  /** They change too often for the user to decide on their content. */
  isRestless: boolean
}

/** The files that a call names, as they were before it. Keeps their content in memory until the call has ended. */
export class Looked {
  readonly #seen: readonly Seen[]
  readonly #ways: Ways

  constructor(seen: readonly Seen[], ways: Ways) {
    this.#seen = seen
    this.#ways = ways
  }

  get isEmpty(): boolean {
    return this.#seen.length === 0
  }

  /** The files for an event. Stores their texts, so the event must be appended before the next await. */
  files(): NamedFile[] {
    const { isRestless } = this.#ways
    return this.#seen.map(({ at, path, raw, effect }) => ({
      at,
      path,
      found: isRestless ? { state: 'restless' } : this.#found(raw),
      ...(effect && !isRestless && { effect }),
    }))
  }

  /** The same files for the arguments as the user edited them: without those that they no longer name. */
  of(before: JsonObject, now: JsonObject): Looked {
    if (before === now) return this
    return new Looked(
      this.#seen.filter(({ at }) => valueAt(before, at) === valueAt(now, at)),
      this.#ways,
    )
  }

  /** The first expected file that was last read with another content, or that couldn’t be read; undefined if none. */
  firstDiffering(expected: readonly Expected[]): { path: string; isRead: boolean } | undefined {
    for (const { path, hash } of expected) {
      const raw = this.#seen.find((file) => file.path === path)?.raw
      if (raw === undefined || raw.state === 'unreadable') return { path, isRead: false }
      const isAsExpected = hash === null ? raw.state === 'absent' : 'hash' in raw && raw.hash === hash
      if (!isAsExpected) return { path, isRead: true }
    }
    return undefined
  }

  /** Whether they are still as they were; also if Atrium can't tell in time. */
  async isCurrent(): Promise<boolean> {
    if (this.isEmpty || this.#ways.isRestless) return true
    const now = await this.#ways.again(this.#seen)
    return now?.every(({ raw }, index) => isSame(raw, this.#seen[index]?.raw)) ?? true
  }

  /** Calls `changed` once if one of them changes, until the returned function is called. */
  watch(changed: () => void): () => void {
    if (this.isEmpty || this.#ways.isRestless) return () => undefined
    const left = new AbortController()
    let stamps = this.#seen.map(({ stamp }) => stamp)
    const look = async (): Promise<void> => {
      const now = await Promise.all(this.#seen.map((file) => stampOf(file.path)))
      const isTouched = now.some((stamp, index) => stamp !== stamps[index])
      stamps = now
      const isChanged = isTouched && !(await this.isCurrent())
      if (left.signal.aborted) return
      if (isChanged) return changed()
      timer = later()
    }
    const later = (): NodeJS.Timeout => setTimeout(() => void look(), lookMs).unref()
    let timer = later()
    return () => {
      left.abort()
      clearTimeout(timer)
    }
  }

  /** Each file's end, once the call with these arguments has ended. */
  async after(input: JsonObject): Promise<FileEnd[]> {
    const now = await this.#ways.again(this.#seen)
    return this.#seen.map((before, index) => this.#endOf(before, now?.[index]?.raw, input))
  }

  #endOf({ path, raw: before, effect }: Seen, now: Raw | undefined, input: JsonObject): FileEnd {
    const text = effect && proposedText(before.state === 'text' ? before.text : undefined, effect, input)
    if (text !== undefined && now && 'hash' in now && now.hash === sha256(text)) return { path, end: 'as-proposed' }
    if (!now || !isKnown(now) || (!isKnown(before) && text === undefined)) return { path, end: 'unknown' }
    if (isSame(before, now)) return { path, end: 'not-changed' }
    if (text === undefined) return { path, end: 'changed', now: figuresOf(now) }
    return { path, end: 'otherwise', now: this.#found(now) }
  }

  #found(raw: Raw): Found {
    if (raw.state !== 'text') return figuresOf(raw)
    // With a marker in place of a secret, a comparison could call a line unchanged that would lose the secret.
    if (this.#ways.redact(raw.text) !== raw.text) return { ...textFigures(raw), redacted: true }
    return { ...textFigures(raw), text: this.#ways.keep(raw.text) }
  }
}

function figuresOf(raw: Raw): Found {
  if (raw.state === 'text') return textFigures(raw)
  if (raw.state === 'folder') return { state: 'special' }
  return 'bytes' in raw ? raw : { state: raw.state }
}

function textFigures({ state, text, bytes, hash }: Extract<Raw, { state: 'text' }>) {
  return { state, bytes, hash, lines: text === '' ? 0 : text.replace(/\n$/, '').split('\n').length }
}

/** Whether Atrium has read all of the file, or knows that it is absent. */
const isKnown = ({ state }: Raw): boolean => state === 'text' || state === 'binary' || state === 'absent'

const isSame = (a: Raw, b: Raw | undefined): boolean =>
  a.state === b?.state &&
  ('hash' in a && 'hash' in b ? a.hash === b.hash : 'bytes' in a && 'bytes' in b ? a.bytes === b.bytes : true)
