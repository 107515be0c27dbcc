import { folderOf, importsOf, type Source } from './sources.ts'

/** Groups of folders that reach each other through the values they import; single folders don't count. */
export function ringsIn(sources: Source[]): string[][] {
  const uses = new Map<string, Set<string>>()
  for (const source of sources) {
    const from = folderOf(source.file)
    const targets = uses.get(from) ?? new Set()
    uses.set(from, targets)
    for (const { target, kind } of importsOf(source))
      if (kind === 'value' && /\.tsx?$/.test(target) && folderOf(target) !== from) targets.add(folderOf(target))
  }
  const reached = new Map([...uses.keys()].map((folder) => [folder, reachedFrom(folder, uses)]))
  const leadsTo = (from: string, to: string): boolean => reached.get(from)?.has(to) ?? false
  const groups = [...uses.keys()]
    .filter((folder) => leadsTo(folder, folder))
    .map((folder) => [...uses.keys()].filter((it) => leadsTo(folder, it) && leadsTo(it, folder)).toSorted())
  return [...new Map(groups.map((group) => [group.join(' '), group])).values()]
}

function reachedFrom(folder: string, uses: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>()
  const ahead = [...(uses.get(folder) ?? [])]
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    if (reached.has(next)) continue
    reached.add(next)
    ahead.push(...(uses.get(next) ?? []))
  }
  return reached
}
