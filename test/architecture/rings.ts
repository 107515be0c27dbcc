import { folderOf, type Import, importsOf, type Source } from './sources.ts'

type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** Groups of rooms that reach each other through imports of these kinds; single rooms don't count. */
export function ringsIn(sources: Source[], kinds: readonly Import['kind'][], roomOf = folderOf): string[][] {
  const uses = new Map<string, Set<string>>()
  for (const source of sources) {
    const from = roomOf(source.file)
    const targets = uses.get(from) ?? new Set()
    uses.set(from, targets)
    for (const { target, kind } of importsOf(source))
      if (kinds.includes(kind) && /\.tsx?$/.test(target)) targets.add(roomOf(target))
  }
  return groupsOf(uses)
}

/** Groups of files that reach each other through what they import, values or types; single files don't count. */
export const knotsIn = (sources: Source[]): string[][] =>
  groupsOf(new Map(sources.map((source) => [source.file, new Set(importsOf(source).map(({ target }) => target))])))

/** Kosaraju's algorithm: whatever reaches a node and comes later in the first walk is also reached by it. */
function groupsOf(uses: Graph): string[][] {
  const order = walked([...uses.keys()], uses)
  const users = reversed(uses)
  const placed = new Set<string>()
  return order
    .toReversed()
    .map((at) => walked([at], users, placed).toSorted())
    .filter(({ length }) => length > 1)
}

/** Everything reached from these, each after what it reaches, except what was `seen`. */
function walked(from: string[], graph: Graph, seen = new Set<string>()): string[] {
  return from.flatMap((at) => {
    if (seen.has(at)) return []
    seen.add(at)
    return [...walked([...(graph.get(at) ?? [])], graph, seen), at]
  })
}

function reversed(uses: Graph): Graph {
  const users = new Map<string, Set<string>>()
  for (const [from, targets] of uses)
    for (const target of targets) users.set(target, (users.get(target) ?? new Set()).add(from))
  return users
}
