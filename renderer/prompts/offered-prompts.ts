import type { PinnedItems } from '../../shared/events/server-events.ts'
import type { PromptEntry } from '../../shared/content/listed.ts'
import { consentOf } from '../../shared/state/consents.ts'
import { isPinned, promptItem, skillOfItem } from '../../shared/state/pins.ts'
import { displayName } from '../../shared/config/server-config.ts'
import { gapsIn } from '../../shared/content/own-prompts.ts'
import type { Settings } from '../../shared/config/settings.ts'
import type { HostState } from '../../shared/state/state.ts'
import { prompts as promptsWords } from '../strings/prompts.ts'
import { fitOf } from '../ui/search/score.ts'

/** A ready server's prompt, or one of the user's own, without a server; `waits` if it needs review before use. */
export type OfferedPrompt = {
  server: string | undefined
  serverName: string
  entry: PromptEntry
  waits: 'new' | 'changed' | undefined
  /** The URI of an approved skill, whose name is the entry's: it is loaded, not filled in. */
  skill?: string
}

type Known = Pick<HostState, 'configured' | 'servers' | 'consents'>
type OwnPrompts = NonNullable<Settings['prompts']>

/** The user's own prompts by name, then every prompt of every ready server: servers by name, prompts in their order. */
export const offeredPrompts = (known: Known): OfferedPrompt[] => [
  ...entriesOf(known.configured.settings.prompts ?? none).map((entry) => ({
    server: undefined,
    serverName: promptsWords.own.yours,
    entry,
    waits: undefined,
  })),
  ...serverPrompts(known),
]

const none: OwnPrompts = {}
const entries = new WeakMap<OwnPrompts, PromptEntry[]>()

/** The same entries for the same settings, so lists can be compared by identity. */
function entriesOf(prompts: OwnPrompts): PromptEntry[] {
  const known = entries.get(prompts)
  if (known) return known
  const all = Object.entries(prompts)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, { description = '', text }]) => ({
      name,
      description,
      hash: '',
      arguments: gapsIn(text).map((gap) => ({ name: gap, description: '', required: true })),
    }))
  entries.set(prompts, all)
  return all
}

const serverPrompts = ({ configured, servers, consents }: Known): OfferedPrompt[] =>
  Object.entries(servers)
    .filter(([, { status }]) => status.state === 'ready')
    .map(([server, { prompts }]) => ({ server, serverName: displayName(server, configured.servers[server]), prompts }))
    .toSorted((a, b) => a.serverName.localeCompare(b.serverName) || a.server.localeCompare(b.server))
    .flatMap(({ server, serverName, prompts }): OfferedPrompt[] => [
      ...Object.values(prompts?.items ?? {}).map((entry) => ({
        server,
        serverName,
        entry,
        waits: waitsAs(consentOf({ consents }, server).pins, entry),
      })),
      ...skillsIn(consentOf({ consents }, server).pins ?? noPins).map((skill) => ({
        server,
        serverName,
        waits: undefined,
        ...skill,
      })),
    ])

const noPins: PinnedItems = {}
const skills = new WeakMap<PinnedItems, Required<Pick<OfferedPrompt, 'entry' | 'skill'>>[]>()

/** The skills approved on a server; the server isn't asked. The same entries for the same pins. */
function skillsIn(pins: PinnedItems): Required<Pick<OfferedPrompt, 'entry' | 'skill'>>[] {
  const known = skills.get(pins)
  if (known) return known
  const all = Object.keys(pins).flatMap((item) => {
    const skill = skillOfItem(item)
    const name = skill?.split('/').at(-2)
    if (skill === undefined || !name) return []
    return [{ skill, entry: { name, description: '', hash: '', arguments: [] } }]
  })
  skills.set(pins, all)
  return all
}

function waitsAs(pins: PinnedItems | undefined, { name, hash }: PromptEntry): OfferedPrompt['waits'] {
  const item = promptItem(name)
  if (isPinned(pins, item, hash)) return undefined
  return pins && Object.hasOwn(pins, item) ? 'changed' : 'new'
}

/** Whether two lists show the same; unchanged definitions are the same objects. */
export const samePrompts = (a: OfferedPrompt[], b: OfferedPrompt[]): boolean =>
  a.length === b.length &&
  a.every((one, index) => {
    const other = b[index]
    return (
      one.entry === other?.entry &&
      one.server === other.server &&
      one.serverName === other.serverName &&
      one.waits === other.waits
    )
  })

/** Servers that are on and may offer prompts once started. */
export const startingServers = ({ configured, servers }: Pick<HostState, 'configured' | 'servers'>): string[] =>
  Object.entries(servers)
    .filter(([, { status }]) => status.state === 'starting')
    .map(([server]) => displayName(server, configured.servers[server]))

/** A matching prompt; `at` are the positions of the match in its name. */
export type FoundPrompt = OfferedPrompt & { at: number[] }
export type PromptGroup = { server: string | undefined; serverName: string; all: number; items: FoundPrompt[] }
export type FoundPrompts = { groups: PromptGroup[]; found: number; all: number; more: number }

/** How many are listed at a time; typing finds the others. */
const mostListed = 60

/** Prompts matching the query, by name first, then by title and description; by server, in the servers' order. */
export function findPrompts(prompts: OfferedPrompt[], query: string): FoundPrompts {
  const ranked = prompts
    .flatMap((one): { found: FoundPrompt; rank: number }[] => {
      if (query === '') return [{ found: { ...one, at: [] }, rank: 0 }]
      const { name, title = '', description } = one.entry
      const byName = fitOf(query, name)
      if (byName) return [{ found: { ...one, at: byName.at }, rank: byName.rank }]
      const elsewhere = `${title} ${description}`.toLowerCase().includes(query.toLowerCase())
      return elsewhere ? [{ found: { ...one, at: [] }, rank: 10 }] : []
    })
    .toSorted((a, b) => a.rank - b.rank)
  const listed = ranked.slice(0, mostListed).map(({ found }) => found)
  const groups = [...Map.groupBy(listed, ({ server }) => server)].map(([server, items]) => ({
    server,
    serverName: items[0]?.serverName ?? '',
    all: prompts.filter((one) => one.server === server).length,
    items,
  }))
  return { groups, found: ranked.length, all: prompts.length, more: Math.max(0, ranked.length - mostListed) }
}
