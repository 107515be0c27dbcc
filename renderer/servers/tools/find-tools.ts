import type { ToolEntry } from '../../../shared/events/events.ts'

/** Tools with every word of the query in their name, title or description; the order of the server stays. */
export function findTools(tools: ToolEntry[], query: string): ToolEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return tools
  return tools.filter(({ name, title, description }) => {
    const text = `${name} ${title ?? ''} ${description}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
