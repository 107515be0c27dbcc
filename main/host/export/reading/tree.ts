import { mostMessages, type ReadPart, type ReadTurn } from './shape.ts'

/** One message of a file. `other` ones say nothing, but those that continue from them do. */
export type SaidNode = {
  id: string
  parent?: string | undefined
  role: 'user' | 'assistant' | 'other'
  at?: number | undefined
  said: ReadPart[]
  absent: string[]
  model: string
}

/** A turn that may still grow: its user message, and the replies so far, last first. */
type Open = {
  parent: string | undefined
  user?: SaidNode | undefined
  replies?: Replies | undefined
  /** Set when it became a turn. */
  turn?: string | undefined
}
type Replies = { node: SaidNode; before: Replies | undefined }

/**
 * Messages as turns. Each way through the replies to a message is a separate turn, as if the user had asked again.
 * Messages that no first message leads to, such as a loop, are left out.
 */
export function turnsOf(nodes: readonly SaidNode[], current: string | undefined) {
  const children = Map.groupBy(nodes, ({ parent }) => parent)
  const turns: ReadTurn[] = []
  let [reached, written] = [0, 0]
  let last: Open | undefined
  const close = (open: Open): string | undefined => {
    if (!open.user && !open.replies) return open.parent
    if (open.turn === undefined) {
      const turn = turnOf(open, String(turns.length))
      written += 1 + turn.messages.length
      turns.push(turn)
      open.turn = turn.id
    }
    return open.turn
  }
  const left: [node: SaidNode, before: Open][] = []
  const put = (of: string | undefined, before: Open): void => {
    const next = (children.get(of) ?? []).toReversed().toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0))
    for (const node of next) left.push([node, before])
  }
  put(undefined, { parent: undefined })
  for (let next = left.pop(); next; next = left.pop()) {
    const [node, before] = next
    // Too large to be imported.
    if (written > mostMessages) break
    reached += 1
    const open = opened(node, before, close)
    if (node.id === current) last = open
    if (children.has(node.id)) put(node.id, open)
    else close(open)
  }
  return { turns, head: last?.turn ?? turns.at(-1)?.id, unreached: nodes.length - reached }
}

function opened(node: SaidNode, before: Open, close: (open: Open) => string | undefined): Open {
  if (node.role === 'other') return before
  if (node.role === 'user') return { parent: close(before), user: node }
  return { parent: before.parent, user: before.user, replies: { node, before: before.replies } }
}

function turnOf({ parent, user, replies }: Open, id: string): ReadTurn {
  const nodes: SaidNode[] = []
  for (let reply = replies; reply; reply = reply.before) nodes.push(reply.node)
  const messages = nodes.toReversed().map(({ model, at, said }) => ({
    model,
    at,
    stop: 'end-turn' as const,
    calls: [],
    blocks: said.flatMap((part) => (part.type === 'text' ? [{ type: 'text', text: part.text }] : [])),
  }))
  return {
    id,
    parent,
    at: user?.at ?? messages[0]?.at,
    said: user?.said ?? [],
    messages,
    end: 'done',
    absent: [...(user?.absent ?? []), ...nodes.flatMap(({ absent }) => absent)],
  }
}
