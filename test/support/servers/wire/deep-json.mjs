// Valid JSON that overflows anything that walks it recursively, or counts its values too late.
import { anything, rawWrite, serve, text } from '../lib.mjs'

const depth = 200_000
const content = '"content":[{"type":"text","text":"see structuredContent"}]'
const range = (length, item) => Array.from({ length }, (_, i) => item(i))

serve({
  name: 'deep-json',
  tools: ['deep', 'deep_object', 'values', 'wide', 'many', 'numbers', 'pollute', 'ok'].map((name) => ({
    name,
    inputSchema: anything,
  })),
  call: (name, _args, message) => {
    const write = (result) => void rawWrite(`{"jsonrpc":"2.0","id":${message.id},"result":${result}}\n`)
    if (name === 'deep') return write(`{${content},"structuredContent":{"x":${'['.repeat(depth)}${']'.repeat(depth)}}}`)
    if (name === 'deep_object')
      return write(`{${content},"structuredContent":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`)
    if (name === 'values') return write(`{${content},"structuredContent":{"x":[${'1,'.repeat(300_000)}1]}}`)
    if (name === 'wide') return { content: [], structuredContent: Object.fromEntries(range(1e5, (i) => [`k${i}`, i])) }
    if (name === 'many') return { content: range(20_000, (i) => ({ type: 'text', text: `block ${i}` })) }
    if (name === 'numbers')
      return write(`{${content},"structuredContent":{"inf":1e999,"big":9007199254740993,"zero":-0}}`)
    if (name === 'pollute')
      return write(
        `{${content},"__proto__":{"polluted":true},"structuredContent":{"__proto__":{"polluted":true},"constructor":1}}`,
      )
    return text('ok')
  },
})
