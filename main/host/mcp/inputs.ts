import type { Inbox } from '../inbox.ts'
import type { Journal } from '../journal/journal.ts'
import type { Redaction } from '../redaction.ts'
import type { Validator } from '../workers/validator.ts'
import { elicit } from './inputs/elicitation.ts'
import type { InputHandlers } from './requests.ts'

type Deps = { journal: Journal; inbox: Inbox; redaction: Redaction; validator: Validator }

/** What answers the requests of servers, by method; `capabilities.ts` says what each server may ask. */
export const inputHandlers = (deps: Deps): InputHandlers => ({
  'elicitation/create': elicit(deps),
})
