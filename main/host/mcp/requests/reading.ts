import { canonical } from '../../../../shared/schema/canonical.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import { sha256 } from '../../base/hash.ts'

/** What a reading of a resource wants. It has no name, so that no tool of a server can be defined like it. */
const raw: JsonObject = {
  description: 'Reads what a server has under a URI.',
  inputSchema: {
    type: 'object',
    properties: {
      uri: { type: 'string', minLength: 1, maxLength: 8192, description: 'What is read.' },
      part: { type: 'integer', minimum: 1, description: 'Which part of what is long; the first without it.' },
    },
    required: ['uri'],
    additionalProperties: false,
  },
}
const text = canonical(raw)

/** The definition to which readings by models are bound, as calls of tools are bound to theirs. */
export const reading = { raw, text, hash: sha256(text) }
