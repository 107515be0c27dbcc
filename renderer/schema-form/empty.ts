import type { JsonObject, JsonValue } from '../../shared/schema/json.ts'
import { describe } from './describe.ts'
import { nothingYet, type Draft } from '../state/forms/form-draft.ts'
import { initialDraft } from './initial.ts'

/** What a place is when it was added: nothing yet, unless the schema says with what it begins. */
export const emptyDraft = (schema: JsonValue | undefined, root: JsonObject): Draft =>
  initialDraft(schema, root) ?? nothingYet()

/** What a place is when it was emptied and has to be there all the same. An empty text is one. */
export const clearedDraft = (schema: JsonValue | undefined, root: JsonObject): Draft =>
  describe(schema, root).kind === 'text' ? '' : nothingYet()
