import type { ApiMessage, UserBlock } from './blocks.ts'
import { notShown } from './results.ts'
import { noteWords as words } from '../model-words.ts'

/** Moves the images and files of results behind the results, in each message. */
export function moveMediaOut(messages: ApiMessage[]): void {
  let names = new Map<unknown, unknown>()
  for (const { role, content } of messages) {
    if (role === 'user') moveOut(content, names)
    else names = new Map(content.map(({ id, name }) => [id, name]))
  }
}

/**
 * Moves the images and files of results behind the last result of that answer, each after a line that says whose it is.
 * `names` has the tools by the IDs of the calls.
 */
function moveOut(content: UserBlock[], names: ReadonlyMap<unknown, unknown>): void {
  const results = content.filter((block) => block.type === 'tool_result')
  const moved = results.flatMap((result): UserBlock[] => {
    const { tool_use_id: id } = result
    const count = { image: 0, file: 0 }
    return result.content.flatMap((block, at): UserBlock[] => {
      if (block.type === 'text') return []
      const which = words.which(block.type, ++count[block.type], String(names.get(id)), id)
      result.content[at] = notShown(words.follows(which))
      return [notShown(words.fromTool(which)), block]
    })
  })
  content.splice(results.length, 0, ...moved)
}
