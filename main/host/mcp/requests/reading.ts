import { canonical } from '../../../../shared/schema/canonical.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import { sha256 } from '../../base/hash.ts'
import { readingWords as words } from './model-words.ts'

/** The definition of reading a resource. It has no name, so no server's tool can have the same definition. */
const raw: JsonObject = {
  description: words.description,
  inputSchema: {
    type: 'object',
    properties: {
      uri: { type: 'string', minLength: 1, maxLength: 8192, description: words.uri },
      part: { type: 'integer', minimum: 1, description: words.part },
    },
    required: ['uri'],
    additionalProperties: false,
  },
}
const skill: JsonObject = {
  description: words.skill,
  inputSchema: {
    type: 'object',
    properties: {
      uri: { type: 'string', minLength: 1, maxLength: 2048, description: words.skillUri },
      file: { type: 'string', minLength: 1, maxLength: 2048, description: words.file },
      part: { type: 'integer', minimum: 1, description: words.part },
    },
    required: ['uri'],
    additionalProperties: false,
  },
}

const defined = (definition: JsonObject) => {
  const text = canonical(definition)
  return { raw: definition, text, hash: sha256(text) }
}

/** The definition that reads by models are bound to, as tool calls are bound to theirs. */
export const reading = defined(raw)

/** The definition that loading a skill is bound to. */
export const loading = defined(skill)
