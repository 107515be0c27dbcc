import type { JsonObject, JsonValue } from '../../shared/schema/json.ts'
import { describeSchema } from './describe.ts'
import { nothingYet, type Draft } from '../state/forms/form-draft.ts'
import { initialDraft } from './initial.ts'

/** A newly added value: none yet, unless the schema gives an initial one. */
export const newItemDraft = (schema: JsonValue | undefined, root: JsonObject): Draft =>
  initialDraft(schema, root) ?? nothingYet()

/** The value of an emptied field that is required. An empty text is a value. */
export const clearedDraft = (schema: JsonValue | undefined, root: JsonObject): Draft =>
  describeSchema(schema, root).kind === 'text' ? '' : nothingYet()
