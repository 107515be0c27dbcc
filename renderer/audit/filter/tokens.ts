import type { CallableTool } from '../../state/callable-tools.ts'
import { auditFilter } from '../../strings/audit-filter.ts'
import { deciders, kinds, outcomes, times, writtenTool, type AuditFilter } from '../../state/audit-filter.ts'
import { uncapitalized } from './filter-words.ts'
import { defined } from '../../../shared/schema/json.ts'

const { choices: words, details } = auditFilter

/** A filter to choose: its name, and what it sets. Names of tools and servers are third-party text. */
export type FilterToken = {
  key: string
  label: string
  /** The name as one of the suggestions, if a word less says enough there. */
  short?: string
  /** The server of a tool, or an explanation. */
  detail?: string
  part: AuditFilter
  /** Lower-case words it is found by. */
  words: string[]
}

/** The log's two lists; each offers its own filters. */
export type AuditView = 'calls' | 'records'
type Servers = { id: string; name: string }[]

const wordsIn = (...texts: (string | undefined)[]): string[] =>
  texts.flatMap((text) => text?.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])

const token = (key: string, label: string, part: AuditFilter, detail?: string): FilterToken => ({
  key,
  label,
  part,
  words: wordsIn(label),
  ...defined({ detail }),
})

const keysOf = <K extends string>(choices: Record<K, unknown>): K[] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of an object of ours
  Object.keys(choices) as K[]

const timeTokens = keysOf(times).map((time) => token(`time-${time}`, times[time].label, { time }))
const changed = token('changed', words.changed, { changed: 'yes' }, details.changed)
const left = token('left', words.left, { left: 'yes' }, details.left)
const ofApp = token('ofApp', words.ofApp, { ofApp: 'yes' }, details.ofApp)
const outcomeTokens = keysOf(outcomes).map((outcome) =>
  token(`outcome-${outcome}`, outcomes[outcome].label, { outcome }),
)
const deciderTokens = keysOf(deciders).map((by) => token(`by-${by}`, deciders[by].label, { by }))
const kindTokens = keysOf(kinds).map((kind) => ({
  ...token(`kind-${kind}`, words.kind(kinds[kind].label), { kind }),
  short: kinds[kind].label,
}))

const fixed: Record<AuditView, FilterToken[]> = {
  calls: [
    ...timeTokens,
    changed,
    left,
    ofApp,
    ...outcomeTokens,
    ...deciderTokens.filter(({ part }) => part.by !== 'file'),
  ],
  records: [...timeTokens, ...outcomeTokens, ...deciderTokens, ...kindTokens],
}

const named = (view: AuditView, ...keys: string[]): FilterToken[] =>
  keys.flatMap((key) => fixed[view].find((each) => each.key === key) ?? [])

/** The filters offered before anything is typed. */
export const suggested: Record<AuditView, FilterToken[]> = {
  calls: named('calls', 'time-yesterday', 'changed', 'outcome-denied', 'by-rule', 'outcome-failed', 'left'),
  records: named('records', 'time-today', 'outcome-denied', 'outcome-failed', ...kindTokens.map(({ key }) => key)),
}

/** Every filter that can be chosen: by its words first, then servers and their tools. */
export const tokensFor = (view: AuditView, servers: Servers, tools: CallableTool[]): FilterToken[] => [
  ...fixed[view],
  ...servers.map(({ id, name }) => ({
    key: writtenTool({ server: id }),
    label: words.allTools,
    detail: name,
    part: { of: [{ server: id }] },
    words: wordsIn(name, id, words.allTools),
  })),
  ...tools.map(({ server, serverName, tool }) => ({
    key: writtenTool({ server, tool: tool.name }),
    label: tool.title ?? tool.name,
    detail: serverName,
    part: { of: [{ server, tool: tool.name }] },
    words: wordsIn(tool.title, tool.name, serverName),
  })),
]

/** Max filters shown for what is typed. */
const mostFound = 8

/** The filters with every typed word as the beginning of one of theirs; failing that, pairs that have them together. */
export function findTokens(tokens: FilterToken[], typed: string): FilterToken[] {
  const asked = wordsIn(typed)
  if (asked.length === 0) return []
  const begins = (one: FilterToken, word: string): boolean => one.words.some((each) => each.startsWith(word))
  const single = tokens.filter((one) => asked.every((word) => begins(one, word)))
  if (single.length > 0 || asked.length === 1) return single.slice(0, mostFound)
  const useful = tokens.filter((one) => asked.some((word) => begins(one, word)))
  const pairs = useful.flatMap((one, index) =>
    useful
      .slice(index + 1)
      .filter((other) => !collide(one, other) && asked.every((word) => begins(one, word) || begins(other, word)))
      .map((other) => pairOf(one, other)),
  )
  return pairs.slice(0, mostFound)
}

const collide = (one: FilterToken, other: FilterToken): boolean =>
  Object.keys(one.part).some((name) => name in other.part)

const pairOf = (one: FilterToken, other: FilterToken): FilterToken => ({
  key: `${one.key}+${other.key}`,
  label: words.both(one.label, 'of' in other.part ? other.label : uncapitalized(other.label)),
  part: { ...one.part, ...other.part },
  words: [],
  ...('of' in other.part && other.detail !== undefined && { detail: other.detail }),
})

/** Adds a filter to those that are set; tools add up, and everything else replaces its own kind. */
export function withToken(filter: AuditFilter, { part }: Pick<FilterToken, 'part'>): AuditFilter {
  const before = filter.of ?? []
  const added = (part.of ?? []).filter((one) => !before.some((other) => writtenTool(other) === writtenTool(one)))
  const isDays = part.time !== undefined
  return { ...filter, ...part, of: [...before, ...added], ...(isDays && { from: undefined, to: undefined }) }
}

/** Whether a filter is set; several tools can be. */
export const isSet = (filter: AuditFilter, { part: { of, ...rest } }: FilterToken): boolean =>
  Object.entries(rest).every(([name, value]) => Reflect.get(filter, name) === value) &&
  (of ?? []).every((one) => filter.of?.some((other) => writtenTool(other) === writtenTool(one)))

/** The filter without every member that the token sets. */
export function withoutToken(filter: AuditFilter, { part }: FilterToken): AuditFilter {
  const gone = Object.fromEntries(Object.keys(part).map((name) => [name, undefined]))
  return { ...filter, ...gone }
}
