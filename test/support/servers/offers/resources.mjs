// Resources that are sound, odd and hostile.
//   FOLDERS=1: also folders, one in the other, and resources that say whom they are for
//   NAMES=<uri>: one more that it lists and doesn't read, to which the tool "links" leads
//   MB=<n>: megabytes of the large one    FLOOD=<n>: how many updates the tool "flood" sends
import { anything, env, num, serve, text } from '../lib.mjs'

let version = 1
const followed = new Set()
const streams = new Map()
const one = (content) => ({ contents: [content] })
const contents = {
  'x://text': () => one({ uri: 'x://text', mimeType: 'text/plain', text: `The text, version ${version}` }),
  'x://several': () => ({
    contents: [
      { uri: 'x://several/1', mimeType: 'text/markdown', text: '# One' },
      { uri: 'x://several/2', mimeType: 'image/png', blob: 'iVBORw0KGgo=' },
      { uri: 'x://several/3', blob: 'not base64!' },
    ],
  }),
  'x://bad-base64': () => one({ uri: 'x://bad-base64', blob: '###' }),
  'x://no-text': () => one({ uri: 'x://no-text', text: 42 }),
  'x://nul': () => one({ uri: 'x://nul', text: 'a\0b' }),
  'x://both': () => one({ uri: 'x://both', text: 'a', blob: '' }),
  'x://neither': () => one({ uri: 'x://neither' }),
  'x://no-list': () => ({ contents: 'none' }),
  'x://empty': () => ({ contents: [] }),
  'x://large-text': () =>
    one({ uri: 'x://large-text', mimeType: 'text/plain', text: 'ab '.repeat((num('MB', 11) * 1e6) / 3) }),
  'x://large-blob': () => one({ uri: 'x://large-blob', blob: Buffer.alloc(num('MB', 11) * 1e6, 7).toString('base64') }),
  'x://words': () =>
    one({ uri: 'x://words', text: 'Marlow keeps the spare keys of the boat house under the third plank' }),
  'x://for-people': () => one({ uri: 'x://for-people', text: 'Only people read this' }),
  'x://secret': () => one({ uri: 'x://secret', text: `It is ${env('TOKEN', 'nothing')}` }),
}
const folder = 'inode/directory'
const folders = {
  'x://project': () => ({
    contents: [
      { uri: 'x://project', mimeType: folder, text: 'a.md inner' },
      { uri: 'x://project/a.md', mimeType: 'text/markdown', text: '# The first file' },
      { uri: 'x://project/inner', mimeType: folder, text: '' },
    ],
  }),
  'x://project/a.md': () => one({ uri: 'x://project/a.md', mimeType: 'text/markdown', text: '# The first file' }),
  'x://project/inner': () => one({ uri: 'x://project/inner/b.md', mimeType: 'text/markdown', text: '# The second' }),
  'x://project/inner/b.md': () => one({ uri: 'x://project/inner/b.md', text: '# The second' }),
}
if (env('FOLDERS', '')) Object.assign(contents, folders)
const listedFolders = env('FOLDERS', '') ? ['x://project'] : []
const audiences = env('FOLDERS', '') ? { 'x://words': ['assistant'], 'x://secret': ['user', 'assistant'] } : {}
const priorities = { 'x://text': 1, 'x://large-text': 0.1 }

const sayUpdated = (api, uri) => {
  const params = { uri }
  const stream = [...streams].find(([, uris]) => uris.includes(uri))
  if (stream) params._meta = { 'io.modelcontextprotocol/subscriptionId': stream[0] }
  api.notify('notifications/resources/updated', params)
}

serve({
  name: 'resources',
  capabilities: {
    tools: {},
    ...(env('WITHOUT') === 'resources' ? {} : { resources: env('WITHOUT') === 'subscribe' ? {} : { subscribe: true } }),
  },
  tools: ['change', 'flood', 'followed', ...(env('NAMES', '') ? ['links'] : [])].map((name) => ({
    name,
    inputSchema: anything,
  })),
  call: (name, { uri = 'x://text', n = 1 }, _message, api) => {
    if (name === 'links') return { content: [{ type: 'resource_link', uri: env('NAMES'), name: 'A page' }] }
    if (name === 'followed') return text(JSON.stringify([...followed, ...[...streams.values()].flat()].toSorted()))
    version++
    for (let i = 0; i < (name === 'flood' ? n : 1); i++) sayUpdated(api, uri)
    return text('told')
  },
  onCancel: ({ requestId }) => void streams.delete(requestId),
  handlers: {
    'resources/list': (message, api) =>
      api.reply(message, {
        resources: [
          ...Object.keys(contents).filter((uri) => !(uri in folders)),
          ...listedFolders,
          ...(env('NAMES', '') ? [env('NAMES')] : []),
        ].map((uri) => ({
          uri,
          name: uri.slice(4),
          ...(uri === 'x://for-people' && { annotations: { audience: ['user'] } }),
          ...(listedFolders.includes(uri) && { mimeType: folder }),
          ...(audiences[uri] && { annotations: { audience: audiences[uri] } }),
          ...(priorities[uri] && { annotations: { priority: priorities[uri] } }),
        })),
      }),
    'resources/templates/list': (message, api) =>
      api.reply(message, { resourceTemplates: [{ uriTemplate: 'x://{name}', name: 'any' }] }),
    'resources/read': (message, api) => {
      const { uri } = message.params
      if (uri === 'x://refused') return api.error(message, -32000, 'You may not read this')
      const read = contents[uri]
      if (read) return api.reply(message, read())
      return api.error(message, env('MCP_ERA') === 'modern' ? -32602 : -32002, `There is no ${uri} here`)
    },
    'resources/subscribe': (message, api) => {
      followed.add(message.params.uri)
      api.reply(message, {})
    },
    'resources/unsubscribe': (message, api) => {
      followed.delete(message.params.uri)
      api.reply(message, {})
    },
    'subscriptions/listen': (message, api) => {
      const wanted = message.params.notifications.resourceSubscriptions ?? []
      const honoured = wanted.filter((uri) => uri !== 'x://refused')
      streams.set(message.id, honoured)
      api.notify('notifications/subscriptions/acknowledged', {
        _meta: { 'io.modelcontextprotocol/subscriptionId': message.id },
        notifications: { resourceSubscriptions: honoured },
      })
    },
  },
})
