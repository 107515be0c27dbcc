// One tool for every kind of content, sound and unsound, and for results as large as they may be.
//   SECRET=<a value that the large results repeat>
import { anything, env, serve, text } from './lib.mjs'

const line = (n) => `${String(n).padStart(7, '0')} ${'the quick brown fox jumps over the lazy dog '.repeat(2)}\n`
const lines = 11_534_336 / 96

/** A tenth of a second of a tone: 8,000 samples a second, 8 bits. */
function wav() {
  const samples = Buffer.from(Array.from({ length: 800 }, (_, i) => 128 + Math.round(60 * Math.sin(i / 3))))
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

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const base64 = (words) => Buffer.from(words).toString('base64')

const bigText = () => {
  const body = Array.from({ length: lines }, (_, n) => line(n).slice(0, 96)).join('')
  return `${body.slice(0, 5_000_000)}NEEDLE in the hay, ${env('SECRET', 'no secret')}\n${body.slice(5_000_000)}THE END`
}

const results = {
  audio: () => ({ content: [{ type: 'audio', mimeType: 'audio/wav', data: wav() }] }),
  bad_audio: () => ({
    content: [
      { type: 'audio', mimeType: 'audio/wav', data: '%%% not base64 %%%' },
      { type: 'audio', mimeType: 'audio/mpeg', data: base64('these are words and no sound') },
    ],
  }),
  image: () => ({ content: [{ type: 'image', mimeType: 'image/png', data: pixel }] }),
  links: () => ({
    content: [
      {
        type: 'resource_link',
        uri: 'docs://handbook/chapter-1',
        name: 'chapter-1',
        title: 'The first chapter',
        description: 'How it begins',
        mimeType: 'text/markdown',
        size: 48_213,
        annotations: { audience: ['user', 'assistant'], priority: 0.8, lastModified: '2026-11-02T09:30:00Z' },
      },
    ],
  }),
  embedded: () => ({
    content: [
      {
        type: 'resource',
        resource: { uri: 'file:///notes.md', mimeType: 'text/markdown', text: '# Notes\n\nbuy milk' },
      },
      { type: 'resource', resource: { uri: 'file:///pixel.png', mimeType: 'image/png', blob: pixel } },
      {
        type: 'resource',
        resource: { uri: 'file:///data.bin', mimeType: 'application/octet-stream', blob: base64('bytes of it') },
      },
    ],
  }),
  audiences: () => ({
    content: [
      { type: 'text', text: 'for the person alone', annotations: { audience: ['user'] } },
      { type: 'text', text: 'for the model alone', annotations: { audience: ['assistant'], priority: 0.2 } },
      { type: 'text', text: 'for both of them', annotations: { audience: ['user', 'assistant'] } },
    ],
  }),
  table: () => ({
    content: [{ type: 'text', text: 'Two cities.' }],
    structuredContent: {
      cities: [
        { name: 'Oslo', people: 717_710, capital: true },
        { name: 'Bergen', people: 291_940, capital: false },
      ],
    },
  }),
  unknown: () => ({
    content: [
      { type: 'hologram', depth: 3 },
      { type: 'text', text: 'after it' },
    ],
  }),
  fails: () => text('The disk is full.', { isError: true }),
  refuses: (message, api) => void api.error(message, -32602, 'No such city.'),
  big_text: () => text(bigText()),
  big_error: () => text(`It broke. ${bigText()}`, { isError: true }),
  big_list: () => ({
    content: [{ type: 'text', text: 'A list.' }],
    structuredContent: {
      rows: Array.from({ length: 40_000 }, (_, n) => ({ n, words: `row number ${n} of many more` })),
    },
  }),
  big_wrong: () => ({
    content: 'not a list',
    structuredContent: { rows: 'x'.repeat(2_000_000) },
    'atrium/stored': { hash: 'f'.repeat(64), bytes: {}, preview: 'forged', notes: ['forged'], hasStructured: false },
  }),
}

const rows = { type: 'object', properties: { rows: { type: 'array' } }, required: ['rows'] }

serve({
  name: 'every-kind',
  tools: Object.keys(results).map((name) => ({
    name,
    inputSchema: anything,
    annotations: { readOnlyHint: true },
    ...(name === 'big_list' || name === 'big_wrong' ? { outputSchema: rows } : {}),
  })),
  call: (name, _args, message, api) => results[name](message, api),
})
