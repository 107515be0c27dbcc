import { canonical } from '../../../../shared/schema/canonical.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import { sha256 } from '../../base/hash.ts'

/** The definition of reading a resource. It has no name, so no server's tool can have the same definition. */
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

/** The definition that reads by models are bound to, as tool calls are bound to theirs. */
export const reading = { raw, text, hash: sha256(text) }
