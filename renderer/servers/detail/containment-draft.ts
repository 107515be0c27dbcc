import { host, containmentLevel, mostHosts, type ContainmentLevel } from '../../../shared/config/bounds.ts'
import { folder, mostRoots, type StdioConfig } from '../../../shared/config/server-config.ts'
import { serverDetail } from '../../strings/servers/servers-detail.ts'

const words = serverDetail.containment.choice

/** One text field per list, with one entry per line. */
export type ContainmentDraft = { level: ContainmentLevel; writable: string; readable: string; hosts: string }
export type ListName = Exclude<keyof ContainmentDraft, 'level'>

/** The form for a configuration. */
export const containmentDraft = (config: StdioConfig): ContainmentDraft => ({
  level: containmentLevel(config),
  writable: (config.writable ?? []).join('\n'),
  readable: (config.readable ?? []).join('\n'),
  hosts: (config.hosts ?? []).join('\n'),
})

/** An entry to add to one of the lists. */
export type SuggestedEntry = { list: ListName; value: string }

/** The form with an entry added, unless it is there. */
export const withEntry = (draft: ContainmentDraft, { list, value }: SuggestedEntry): ContainmentDraft => {
  const lines = linesOf(draft[list])
  return lines.includes(value) ? draft : { ...draft, [list]: [...lines, value].join('\n') }
}

/** One entry per line; spaces around it and empty lines don't count. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** The configuration with the chosen containment; lists that the level doesn't have are left out. */
export function configFrom(config: StdioConfig, { level, ...lists }: ContainmentDraft): StdioConfig {
  const { containment: _containment, writable: _writable, readable: _readable, hosts: _hosts, ...rest } = config
  if (level === 'open') return rest
  const named = (name: ListName) => {
    const lines = linesOf(lists[name])
    return lines.length > 0 && { [name]: lines }
  }
  const sealed = level === 'sealed' && { ...named('readable'), ...named('hosts') }
  return { ...rest, containment: level, ...named('writable'), ...sealed }
}

/** The bounds that a configuration names; undefined if it is open. */
export function boundsOf({ containment = 'open', writable = [], readable = [], hosts = [] }: StdioConfig) {
  return containment === 'open' ? undefined : { level: containment, writable, readable, hosts }
}

/** By list, the first line that can't be used. */
export function containmentProblems({
  level,
  writable,
  readable,
  hosts,
}: ContainmentDraft): Partial<Record<ListName, string>> {
  const folders = (text: string): string | undefined => {
    const wrong = linesOf(text).find((line) => !folder.safeParse(line).success)
    if (wrong !== undefined) return words.wrongFolder(wrong)
    return linesOf(text).length > mostRoots ? words.most(mostRoots) : undefined
  }
  const reached = (): string | undefined => {
    const wrong = linesOf(hosts).find((line) => !host.safeParse(line).success)
    if (wrong !== undefined) return words.wrongHost(wrong)
    return linesOf(hosts).length > mostHosts ? words.most(mostHosts) : undefined
  }
  const found = {
    ...(level !== 'open' && { writable: folders(writable) }),
    ...(level === 'sealed' && { readable: folders(readable), hosts: reached() }),
  }
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined))
}
