import { z } from 'zod'
import { persisted } from '../persisted.ts'
import { createStore, useStore } from '../store.ts'

/** Orders within a group of the server list. */
export const serverOrders = ['name', 'calls', 'failed', 'tools'] as const
/** An order within a group of the server list. */
export type ServerOrder = (typeof serverOrders)[number]

const arrangement = z.object({ by: z.enum(['state', 'tag']), order: z.enum(serverOrders) })
/** How a list of servers is grouped and ordered. */
export type Arrangement = z.infer<typeof arrangement>

/** The list's arrangement before the user chooses one. */
export const usualArrangement: Arrangement = { by: 'state', order: 'name' }

/** The user's choice for long lists. It stays in this browser or window. */
const stored = persisted(globalThis.localStorage, 'atrium.servers', arrangement)
const chosen = createStore(stored.read() ?? usualArrangement)

/** The list's arrangement, the same in all its views. */
export const useArrangement = (): Arrangement => useStore(chosen)

/** Changes the arrangement, also for later visits. */
export function arrange(next: Arrangement): void {
  chosen.set(next)
  stored.write(next)
}
