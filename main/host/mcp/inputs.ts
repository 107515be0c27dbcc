import type { Inbox } from '../inbox.ts'
import type { Journal } from '../journal/journal.ts'
import { listRoots } from './inputs/roots.ts'
import type { InputHandlers } from './requests.ts'

type Deps = { journal: Journal; inbox: Inbox }

/** What answers the requests of servers, by method; `capabilities.ts` says what each server may ask. */
export const inputHandlers = (deps: Deps): InputHandlers => ({ 'roots/list': listRoots(deps) })
