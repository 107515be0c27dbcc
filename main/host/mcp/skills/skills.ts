import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { parseDocument } from 'yaml'
import type { SkillList } from '../../../../shared/content/skills.ts'
import { isObject, type JsonObject } from '../../../../shared/schema/json.ts'
import type { RequestOutcome } from '../requests/ask.ts'
import type { CallReply } from '../requests/call.ts'
import type { Cleared, ToolOperation } from '../requests/operation.ts'
import { loading } from '../requests/reading.ts'
import { readResource } from '../requests/read-resource.ts'
import type { Connection } from '../protocol/connection.ts'
import type { PlainMethod } from '../protocol/types.ts'
import type { ReadContents, SoundContent } from '../results/resource-contents.ts'
import { asListed, readSkill, type Skill } from './skill-entry.ts'
import { skillWords as words } from './words.ts'

/** The part of a server that answers for its skills. */
type SkillServer = {
  id: string
  configuration: string
  readonly running: { connection: Pick<Connection, 'offers'> } | undefined
  ask(method: PlainMethod, params: JsonObject, stop?: AbortSignal): Promise<RequestOutcome>
}
/** `name` is the server's display name. */
type Asked = { name: string; signal?: AbortSignal | undefined }
type Unused = { problem: string }

/** A file of a skill as it arrived and was verified. */
export type VerifiedFile = { skill: Skill; content: SoundContent; read: ReadContents }

const mostPages = 50
const mostSkills = 1000

/**
 * The skills of one server with one configuration (SEP-2640). Keeps the entries that verify every file, and no file:
 * each is read when it is needed.
 */
export class ServerSkills {
  readonly #server: SkillServer
  readonly #held = new Map<string, Skill>()

  constructor(server: SkillServer) {
    this.#server = server
  }

  /** Lists them by their entries alone. Never rejects. */
  async list({ name }: Asked): Promise<SkillList | Unused> {
    const entries: (Skill | RefusedEntry)[] = []
    if (!this.#server.running?.connection.offers('skills')) return { isOffered: false, skills: [], refused: [] }
    let cursor: string | undefined
    for (let page = 0; page < mostPages && entries.length <= mostSkills; page++) {
      const asked = await this.#server.ask('skills/list', cursor === undefined ? {} : { cursor })
      if (asked.status !== 'answered') return { problem: saidIn(asked, name) }
      const { skills, nextCursor } = asked.value.result
      if (!Array.isArray(skills)) return { problem: words.unreadableList(name) }
      entries.push(...skills.map(readSkill))
      if (typeof nextCursor !== 'string') break
      cursor = nextCursor
    }
    const found = withoutTwins(entries.slice(0, mostSkills))
    const usable = found.flatMap((it) => ('problem' in it ? [] : [it]))
    for (const skill of usable) this.#held.set(skill.uri, skill)
    const refused = found.flatMap((it) => ('problem' in it ? [it] : []))
    const cut = entries.length > mostSkills ? [{ uri: '', problem: words.tooMany(name, mostSkills) }] : []
    return { isOffered: true, skills: usable.map(asListed), refused: [...refused, ...cut] }
  }

  /** A skill's held entry, listed or not; else the server's. Never rejects. */
  async entry(uri: string, asked: Asked): Promise<Skill | Unused> {
    return this.#held.get(uri) ?? this.refreshed(uri, asked)
  }

  /** A skill's current entry, held from now on. Never rejects. */
  async refreshed(uri: string, { name, signal }: Asked): Promise<Skill | Unused> {
    if (!this.#server.running?.connection.offers('skills')) return { problem: words.none(name) }
    const asked = await this.#server.ask('skills/get', { uri }, signal)
    if (asked.status !== 'answered') return { problem: saidIn(asked, name) }
    const skill = readSkill(asked.value.result['skill'])
    if ('problem' in skill) return { problem: skill.problem }
    if (skill.uri !== uri) return { problem: words.other(name) }
    this.#held.set(uri, skill)
    return skill
  }

  /** Reads a file and verifies it against the held entry. Never rejects. */
  async read(uri: string, file: string, asked: Asked): Promise<VerifiedFile | Unused> {
    const skill = await this.entry(uri, asked)
    return 'problem' in skill ? skill : this.#verified(skill, file, asked)
  }

  /**
   * Reads a file and verifies it against this entry, whatever the server lists at the same time: it must be listed, and
   * have the size and the digest; the head of a SKILL.md must equal the entry's, field by field.
   */
  async #verified(skill: Skill, file: string, { name, signal }: Asked): Promise<VerifiedFile | Unused> {
    const entry = skill.files.find((it) => it.uri === file)
    if (!entry) return { problem: words.unlisted(file) }
    const read = await readResource(this.#server, file, { name, ...(signal && { signal }) })
    if ('problem' in read) return { problem: read.problem }
    const [content, ...others] = read.contents
    if (!content || others.length > 0 || read.problems.length > 0) return { problem: words.contents(file) }
    const bytes = 'text' in content ? Buffer.from(content.text) : Buffer.from(content.blob, 'base64')
    if (bytes.length !== entry.size) return { problem: words.size(file) }
    if (`sha256:${createHash('sha256').update(bytes).digest('hex')}` !== entry.digest)
      return { problem: words.digest(file) }
    if (file === skill.uri && !isDeepStrictEqual(headIn(bytes.toString('utf8')), skill.head))
      return { problem: words.head(file) }
    return { skill, content, read }
  }

  /**
   * Reads a file of a skill that was approved and whose set of files is still the approved one: `set` is its hash.
   * Never rejects.
   */
  async readApproved(uri: string, file: string, set: string | undefined, asked: Asked): Promise<VerifiedFile | Unused> {
    if (set === undefined) return { problem: words.notApproved(asked.name, uri) }
    const skill = await this.refreshed(uri, asked)
    if ('problem' in skill) return skill
    return skill.set === set ? this.#verified(skill, file, asked) : { problem: words.changed(asked.name, skill.name) }
  }

  /**
   * Reads a file of an approved skill for one cleared operation; `set` is the hash of the approved files. Re-checks
   * configuration and definition; never rejects.
   */
  async load(
    operation: Cleared<ToolOperation>,
    { name, set, signal }: { name: string; set: string; signal: AbortSignal },
  ): Promise<LoadReply> {
    const { id, configuration } = this.#server
    const { uri, file = uri } = operation.arguments
    const isSame = operation.server === id && operation.configuration === configuration
    if (!isSame || operation.definition !== loading.hash || typeof uri !== 'string' || typeof file !== 'string')
      return { status: 'stale', problem: words.configurationChanged(name) }
    const found = await this.readApproved(uri, file, set, { name, signal })
    if (!('problem' in found)) return { status: 'answered', file, ...found.read }
    return signal.aborted
      ? { status: 'cancelled', mayHaveRun: true }
      : { status: 'failed', problem: found.problem, mayHaveRun: false }
  }
}

/** How loading a file of a skill ended. */
type LoadReply = Exclude<CallReply, { status: 'answered' }> | ({ status: 'answered'; file: string } & ReadContents)

type RefusedEntry = { uri: string; problem: string }

const saidIn = (asked: Exclude<RequestOutcome, { status: 'answered' }>, name: string): string =>
  asked.status === 'failed' ? asked.problem : words.unreadableList(name)

/** The entries, with a problem in place of several for one skill: none of them can be believed. */
function withoutTwins(entries: (Skill | RefusedEntry)[]): (Skill | RefusedEntry)[] {
  const uris = entries.map(({ uri }) => uri)
  const twins = new Set(uris.filter((uri, index) => uris.indexOf(uri) !== index))
  return entries.map((it) =>
    twins.has(it.uri) && !('problem' in it) ? { uri: it.uri, problem: words.entry.twice } : it,
  )
}

/** The head of a SKILL.md, between its lines of three dashes; undefined if it has none that can be read. */
function headIn(text: string): JsonObject | undefined {
  const [, head] = /^\uFEFF?---\r?\n([\s\S]*?)^---[\t ]*$/m.exec(text) ?? []
  if (head === undefined) return undefined
  try {
    const document = parseDocument(head, { schema: 'core', uniqueKeys: true })
    const value: unknown = document.errors.length > 0 ? undefined : document.toJS({ maxAliasCount: 0 })
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
