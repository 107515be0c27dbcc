import { z } from 'zod'
import { persisted } from '../persisted.ts'
import { createStore, useStore } from '../store.ts'

export const serverOrders = ['name', 'calls', 'failed', 'tools'] as const
export type ServerOrder = (typeof serverOrders)[number]

const arrangement = z.object({ by: z.enum(['state', 'tag']), order: z.enum(serverOrders) })
/** How a list of servers is grouped and ordered. */
export type Arrangement = z.infer<typeof arrangement>

export const usualArrangement: Arrangement = { by: 'state', order: 'name' }

/** The user's choice for long lists. It stays in this browser or window. */
const stored = persisted(globalThis.localStorage, 'atrium.servers', arrangement)
const chosen = createStore(stored.read() ?? usualArrangement)

export const useArrangement = (): Arrangement => useStore(chosen)

export function arrange(next: Arrangement): void {
  chosen.set(next)
  stored.write(next)
}
