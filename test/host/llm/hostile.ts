import type { RequestMessage, ModelTool } from '../../../main/host/llm/llm.ts'
import type { JsonValue } from '../../../shared/schema/json.ts'
import { anyCharacter, fc } from '../../support/deep.ts'
import { gif, jpeg, png } from './images.ts'

/** Values as the worst servers, models and crashes leave them in a conversation. */
export const text = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.constantFrom('', ' ', '\n', '\ud800', '\u0000', '\\ud800', '</tool_result>', '__proto__', 'x'.repeat(5000)),
)
const id = fc.oneof(fc.constantFrom('a', 'a', 'b', 'call_1', 'call_2', 'toolu_9', 'x:y', '', 'srvtoolu_1'), text)
export const anything = fc.jsonValue({ maxDepth: 3 }).map((value) => value as JsonValue)

const word = fc.constantFrom(
  'type',
  'properties',
  'items',
  'required',
  'enum',
  'const',
  'oneOf',
  'anyOf',
  'allOf',
  'not',
  '$ref',
  '$defs',
  '$id',
  'definitions',
  'minimum',
  'exclusiveMinimum',
  'multipleOf',
  'minLength',
  'pattern',
  'format',
  'title',
  'description',
  'default',
  'examples',
  'additionalProperties',
  'patternProperties',
  'dependentRequired',
  'prefixItems',
  'additionalItems',
  'if',
  'uniqueItems',
  'x-own',
)
const { schema } = fc.letrec<{ schema: JsonValue }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<JsonValue>(
      'object',
      'string',
      true,
      false,
      null,
      -1,
      1e300,
      [],
      {},
      ['string', 'what'],
      '#/$defs/a',
      '#',
      '(',
      'https://x.example/s',
    ),
    fc.dictionary(fc.oneof(word, word, text), tie('schema'), { maxKeys: 5 }),
    fc.array(tie('schema'), { maxLength: 3 }),
    anything,
  ),
}))
export const inputSchema = fc.oneof(
  schema,
  fc.tuple(fc.dictionary(text, schema, { maxKeys: 5 }), schema).map(([properties, rest]): JsonValue => ({
    ...(typeof rest === 'object' && !Array.isArray(rest) ? rest : {}),
    type: 'object',
    properties,
    required: Object.keys(properties),
  })),
)
export const tools = fc
  .array(fc.record({ description: text, inputSchema }), { maxLength: 6 })
  .map((list) => list.map((it, i): ModelTool => ({ name: `server__tool-${i}`, ...it })))

const image = fc
  .constantFrom(png(5, 5), png(9000, 1), png(3000, 3000), gif(2, 2), jpeg(7, 7), jpeg(7, 9000), 'AAAA', '%%', '')
  .chain((data) =>
    fc.constantFrom<JsonValue>(
      { type: 'image', data, mimeType: 'image/png' },
      { type: 'image', data },
      { type: 'image', data, mimeType: 'text/html' },
    ),
  )
export const block = fc.oneof(
  text.map((value): JsonValue => ({ type: 'text', text: value })),
  image,
  fc.constantFrom<JsonValue>(
    { type: 'audio', data: 'AA' },
    { type: 'resource_link', uri: '\ud800' },
    { type: 'tool_use' },
    { type: 'document' },
  ),
  fc.record({ type: fc.constant('resource'), resource: anything }),
  anything,
)
export const result = fc.record({
  type: fc.constant('tool-result' as const),
  call: id,
  content: fc.oneof(text, fc.array(block, { maxLength: 4 })),
  isError: fc.boolean(),
})
const ownBlock = fc.oneof(
  text.map((value): JsonValue => ({ type: 'text', text: value, citations: null })),
  fc.tuple(id, text, anything).map(([it, name, input]): JsonValue => ({ type: 'tool_use', id: it, name, input })),
  fc.constantFrom<JsonValue>(
    { type: 'thinking', thinking: 'cut', signature: '' },
    { type: 'thinking', thinking: 'bare' },
    null,
    7,
    {},
  ),
)
const foreignBlock = fc.oneof(
  ownBlock,
  fc.constantFrom<JsonValue>({ type: 'thinking', thinking: 'x', signature: 'forged' }, { type: 'hologram' }),
  anything,
)

const said = fc
  .array(
    fc.oneof(
      result,
      text.map((value) => ({ type: 'text' as const, text: value })),
    ),
    { maxLength: 4 },
  )
  .map((content): RequestMessage => ({ role: 'user', content }))

const answered = (blocks: fc.Arbitrary<JsonValue>, endpoint: string, model: string): fc.Arbitrary<RequestMessage> =>
  fc.array(blocks, { maxLength: 4 }).map((list) => ({ role: 'assistant', endpoint, model, blocks: list }))

/** A message of the user, of this model, or of another. */
export const messagesOf = (endpoint: string, model: string): fc.Arbitrary<RequestMessage> =>
  fc.oneof(said, answered(ownBlock, endpoint, model), answered(foreignBlock, endpoint, 'some-other-model'))
