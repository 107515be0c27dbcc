import type { ServerFigures } from '../../../shared/contract/figure-commands.ts'
import type { ContextCost } from '../../state/servers/use-context-cost.ts'

/** One row of the table of tools; undefined for what isn't known or doesn't apply. */
export type FiguresRow = {
  tool: string
  calls: number
  failed: number
  p50: number | undefined
  p95: number | undefined
  tokens: number | undefined
}

/** The columns, in the table's order. */
export const toolColumns = ['tool', 'calls', 'failed', 'p50', 'p95', 'tokens'] as const
/** A figure by which the table can be sorted. */
export type ToolColumn = (typeof toolColumns)[number]
/** The column and direction of sorting. */
export type Order = { by: ToolColumn; isDescending: boolean }

/** The tools that were called or are offered. */
export function toolRows(figures: Pick<ServerFigures, 'tools'>, listed: string[], cost?: ContextCost): FiguresRow[] {
  const known = new Map(figures.tools.map((row) => [row.tool, row]))
  return [...new Set([...listed, ...known.keys()])].map((tool) => {
    const { calls = 0, failed = 0, times } = known.get(tool) ?? {}
    return { tool, calls, failed, p50: times?.p50, p95: times?.p95, tokens: cost?.tools[tool] }
  })
}

/** The rows in this order; unknown values come last, and equal ones by name. */
export function sortRows(rows: FiguresRow[], { by, isDescending }: Order): FiguresRow[] {
  const sign = isDescending ? -1 : 1
  return rows.toSorted((a, b) => {
    if (by === 'tool') return sign * a.tool.localeCompare(b.tool)
    const [one, other] = [a[by], b[by]]
    if (one === undefined || other === undefined)
      return Number(one === undefined) - Number(other === undefined) || a.tool.localeCompare(b.tool)
    return sign * (one - other) || a.tool.localeCompare(b.tool)
  })
}

/** The order after its column's header is pressed: figures begin with the largest, names with the first. */
export const pressed = (order: Order, by: ToolColumn): Order =>
  order.by === by ? { by, isDescending: !order.isDescending } : { by, isDescending: by !== 'tool' }
