// Gives a file's bytes as a resource: in a tool's result, in a prompt, and to be attached.
//   FILE=<its path>
import { readFileSync } from 'node:fs'
import { anything, env, serve } from './lib.mjs'

const uri = 'give://papers/report'
const resource = { uri, mimeType: 'application/octet-stream', blob: readFileSync(env('FILE')).toString('base64') }
const content = { type: 'resource', resource }

serve({
  name: 'giving',
  capabilities: { tools: {}, resources: {}, prompts: {} },
  tools: [{ name: 'give', inputSchema: anything, annotations: { readOnlyHint: true } }],
  call: () => ({ content: [content] }),
  handlers: {
    'resources/list': (message, api) => api.reply(message, { resources: [{ uri, name: 'report' }] }),
    'resources/read': (message, api) => api.reply(message, { contents: [resource] }),
    'prompts/list': (message, api) => api.reply(message, { prompts: [{ name: 'papers' }] }),
    'prompts/get': (message, api) => api.reply(message, { messages: [{ role: 'user', content }] }),
  },
})
