// Results that aren't what their tool declared, or aren't results at all.
import { anything, send, serve, text } from '../lib.mjs'

const outputSchema = {
  type: 'object',
  properties: { temp: { type: 'number' } },
  required: ['temp'],
  additionalProperties: false,
}
const results = {
  fits: text('22', { structuredContent: { temp: 22 } }),
  mismatch: text('hot', { structuredContent: { temp: 'hot' } }),
  missing: text('22'),
  only_structured: { structuredContent: { temp: 22 } },
  extra: text('x', { structuredContent: { temp: 1, secret: 'x' } }),
  no_content: {},
  content_text: { content: 'hello' },
  content_null: { content: null },
  disagree: text('Transfer cancelled', { structuredContent: { temp: 1 } }),
  bad_picture: {
    content: [
      { type: 'image', data: '%%%', mimeType: 7 },
      { type: 'resource', resource: {} },
    ],
  },
  list: [1, 2],
  unknown_type: { content: [{ type: 'hologram', data: 'x' }, null, 7, { type: 'text', text: 'after' }] },
  text_number: { content: [{ type: 'text', text: 42 }] },
  is_error_text: text('ok', { isError: 'false' }),
  failing: text('no', { isError: true }),
  bad_meta: text('ok', { _meta: 'x' }),
}
const promising = new Set(['disagree', 'fits', 'mismatch', 'missing', 'only_structured', 'extra', 'failing'])

serve({
  name: 'wrong-structured-content',
  tools: Object.keys(results).map((name) => ({
    name,
    inputSchema: anything,
    ...(promising.has(name) ? { outputSchema } : {}),
  })),
  handlers: {
    'tools/call': (message) => {
      const modern = message.params?._meta?.['io.modelcontextprotocol/protocolVersion'] !== undefined
      const kind = modern && message.params.name !== 'text_number' ? { resultType: 'complete' } : {}
      const result = results[message.params.name]
      send({ jsonrpc: '2.0', id: message.id, result: Array.isArray(result) ? result : { ...kind, ...result } })
    },
  },
})
