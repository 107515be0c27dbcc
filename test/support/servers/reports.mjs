// Files as a server hands them out: a PDF in a result and as a resource, and a sound.
import { readFileSync } from 'node:fs'
import { anything, serve } from './lib.mjs'

const sample = (name) => readFileSync(new URL(`../samples/files/${name}`, import.meta.url)).toString('base64')
const report = { uri: 'report://spring.pdf', mimeType: 'application/pdf', blob: sample('pdf/plain.pdf') }
const tone = { uri: 'report://tone.wav', mimeType: 'audio/wav', blob: sample('other/tone.wav') }

serve({
  name: 'reports',
  capabilities: { tools: {}, resources: {} },
  tools: [{ name: 'fetch', inputSchema: anything, annotations: { readOnlyHint: true } }],
  call: () => ({ content: [{ type: 'resource', resource: report }] }),
  handlers: {
    'resources/list': (message, api) =>
      api.reply(message, {
        resources: [report, tone].map(({ uri }) => ({ uri, name: uri.slice('report://'.length) })),
      }),
    'resources/read': (message, api) =>
      api.reply(message, { contents: [report, tone].filter(({ uri }) => uri === message.params.uri) }),
  },
})
