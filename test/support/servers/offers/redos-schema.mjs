// Schemas whose regular expressions never end on what the tool answers. A safe host gives them a bounded time in a place
// of their own, and says that they were not checked.
import { serve, text } from '../lib.mjs'

const evil = '^(([a-z])+.)+[A-Z]([a-z])+$'
const fuel = 'a'.repeat(60)
const value = (schema) => ({ type: 'object', properties: { value: schema } })

serve({
  name: 'redos-schema',
  tools: [
    { name: 'in_pattern', inputSchema: value({ type: 'string', pattern: evil }) },
    { name: 'out_pattern', outputSchema: value({ type: 'string', pattern: evil }) },
    { name: 'pattern_props', outputSchema: { type: 'object', patternProperties: { [evil]: { type: 'string' } } } },
    { name: 'format', outputSchema: value({ type: 'string', format: 'uri-template' }) },
    { name: 'sound', outputSchema: value({ type: 'number' }) },
  ].map((tool) => ({ inputSchema: { type: 'object' }, ...tool })),
  call: (name) => {
    if (name === 'pattern_props') return text('', { structuredContent: { [fuel]: 1 } })
    if (name === 'format') return text('', { structuredContent: { value: '{'.repeat(50_000) } })
    if (name === 'sound') return text('', { structuredContent: { value: 'x' } })
    return text('', { structuredContent: { value: fuel } })
  },
})
