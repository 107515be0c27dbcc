// Resources to view: a picture, a sound, bytes, JSON, several contents in one, and what can't be shown.
import { png } from '../pictures.ts'
import { anything, serve, text } from './lib.mjs'

/** One second of a tone: 8,000 samples, 8 bits each. */
function wav() {
  const samples = Buffer.from(Array.from({ length: 8000 }, (_, i) => 128 + Math.round(60 * Math.sin(i / 3))))
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8000, 24)
  head.writeUInt32LE(8000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples]).toString('base64')
}

const picture = { mimeType: 'image/png', blob: png(640, 360).toString('base64') }
const sound = { mimeType: 'audio/wav', blob: wav() }
const bytes = { blob: Buffer.from(Array.from({ length: 3000 }, (_, i) => i % 256)).toString('base64') }
const contents = {
  picture: [picture],
  sound: [sound],
  bytes: [bytes],
  json: [
    { mimeType: 'application/json', text: JSON.stringify({ garden: { roses: 12, watered: true }, beds: [1, 2] }) },
  ],
  several: [
    { uri: 'look://several/text', mimeType: 'text/markdown', text: '# The plan\n\nWater the *roses*.' },
    { uri: 'look://several/picture', ...picture },
    { uri: 'look://several/sound', ...sound },
    { uri: 'look://several/bytes', ...bytes },
  ],
  'no picture': [{ mimeType: 'image/png', blob: Buffer.from('words and no picture').toString('base64') }],
  'no sound': [{ mimeType: 'audio/mpeg', blob: Buffer.from('words and no sound').toString('base64') }],
  'not base64': [{ mimeType: 'image/png', blob: '%%%' }],
}
const uriOf = (name) => `look://${encodeURIComponent(name)}`
const links = ['picture', 'several'].map((name) => ({ type: 'resource_link', uri: uriOf(name), name }))

serve({
  name: 'readable',
  capabilities: { tools: {}, resources: {} },
  tools: [{ name: 'point', inputSchema: anything, annotations: { readOnlyHint: true } }],
  call: () => ({ content: [...text('Look at these.').content, ...links] }),
  handlers: {
    'resources/list': (message, api) =>
      api.reply(message, { resources: Object.keys(contents).map((name) => ({ uri: uriOf(name), name })) }),
    'resources/read': (message, api) => {
      const { uri } = message.params
      const found = Object.entries(contents).find(([name]) => uriOf(name) === uri)
      if (!found) return api.error(message, -32002, `There is no ${uri} here`)
      return api.reply(message, { contents: found[1].map((one) => ({ uri, ...one })) })
    },
  },
})
