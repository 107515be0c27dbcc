// A server with apps: its tools name their users in every way, and one has an app.
//   APP=<json>: the contents of ui://apps/view, instead of a small document
//   APP_FILE=<file>: its document, for one that is too large for a variable
import { readFileSync } from 'node:fs'
import { anything, env, serve, text } from '../lib.mjs'

const tool = (name, ui) => ({
  name,
  description: `Is ${name}.`,
  inputSchema: anything,
  ...(ui === undefined ? {} : { _meta: { ui } }),
})

const uri = 'ui://apps/view'
const note = { uri: 'notes://one', name: 'one', title: 'The one', mimeType: 'text/plain' }
const file = env('APP_FILE', '')
const document = file === '' ? '<!doctype html><title>View</title>' : readFileSync(file, 'utf8')
const app = { uri, mimeType: 'text/html;profile=mcp-app', text: document }

serve({
  name: 'apps',
  capabilities: { tools: {}, resources: {} },
  tools: [
    tool('plain'),
    tool('shown', { resourceUri: uri }),
    tool('slow', { resourceUri: uri }),
    tool('model_only', { visibility: ['model'] }),
    tool('app_only', { visibility: ['app'] }),
    tool('nobody', { visibility: [] }),
    tool('unknown_word', { visibility: ['future', 'app', 'app'] }),
    tool('no_list', { visibility: 'app' }),
    tool('no_object', 'app'),
    { ...tool('flat'), _meta: { 'ui/resourceUri': uri } },
    { ...tool('nested_wins'), _meta: { ui: { resourceUri: uri }, 'ui/resourceUri': 'ui://apps/other' } },
    tool('elsewhere', { resourceUri: 'https://example.com/view.html' }),
  ],
  // `slow` ends when it is cancelled; `shown` answers with its arguments, in members that only an app gets.
  call: (name, input) =>
    name === 'slow'
      ? undefined
      : name === 'shown'
        ? text(name, { structuredContent: input, _meta: { 'example/only-for-the-app': 1 } })
        : text(name),
  handlers: {
    'resources/list': (message, api) => api.reply(message, { resources: [note] }),
    'resources/templates/list': (message, api) =>
      api.reply(message, { resourceTemplates: [{ uriTemplate: 'notes://{name}', name: 'notes' }] }),
    'resources/read': (message, api) => {
      const contents = {
        [uri]: () => JSON.parse(env('APP', JSON.stringify([app]))),
        [note.uri]: () => [{ uri: note.uri, mimeType: 'text/plain', text: 'The note' }],
      }[message.params.uri]?.()
      return contents ? api.reply(message, { contents }) : api.error(message, -32002, 'No such resource')
    },
  },
})
