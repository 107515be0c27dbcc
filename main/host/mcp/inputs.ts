import type { Inbox } from '../inbox.ts'
import type { Journal } from '../journal/journal.ts'
import type { Models } from '../llm/llm.ts'
import { listRoots } from './inputs/roots.ts'
import { createMessage } from './inputs/sampling.ts'
import type { InputHandlers } from './requests.ts'

type Deps = { journal: Journal; inbox: Inbox; models: Models }

/** What answers the requests of servers, by method; `capabilities.ts` says what each server may ask. */
export const inputHandlers = (deps: Deps): InputHandlers => ({
  'roots/list': listRoots(deps),
  'sampling/createMessage': createMessage(deps),
})
