import type { Inbox } from '../../inbox.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Models } from '../../llm/llm.ts'
import type { Redaction } from '../../secrets/redaction.ts'
import type { Validator } from '../../validation/validator.ts'
import { elicit } from './elicitation.ts'
import { listRoots } from './roots.ts'
import { createMessage } from './sampling.ts'
import type { InputHandlers } from './server-requests.ts'

type Deps = { journal: Journal; inbox: Inbox; redaction: Redaction; validator: Validator; models: Models }

/** What answers the requests of servers, by method; `capabilities.ts` says what each server may ask. */
export const inputHandlers = (deps: Deps): InputHandlers => ({
  'elicitation/create': elicit(deps),
  'roots/list': listRoots(deps),
  'sampling/createMessage': createMessage(deps),
})
