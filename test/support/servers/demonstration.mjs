// The servers of the pictures in docs/images, told apart by the package that `npx` is asked for. They keep everything in
// memory, so no picture shows a path of the computer that takes it.
import { serve, text } from './lib.mjs'

const files = {
  '/home/ada/notes/garden.md':
    '# Garden\n\n- Roses: water today\n- Beans: need a trellis this week\n- Garlic: plant in October\n',
  '/home/ada/notes/recipes.md': '# Recipes\n\nTomato soup, for six.\n',
}

const path = { type: 'string', description: 'Absolute path of the file' }
const tool = (name, about, properties = {}) => ({
  name,
  ...about,
  inputSchema: { type: 'object', properties, required: Object.keys(properties) },
})
const readOnly = { readOnlyHint: true, openWorldHint: false }
const writes = { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false }

const filesystem = {
  name: 'filesystem',
  tools: [
    tool(
      'read_text_file',
      { title: 'Read Text File', description: 'Read a file as text.', annotations: readOnly },
      { path },
    ),
    tool('list_directory', { title: 'List Directory', description: 'List a folder.', annotations: readOnly }, { path }),
    tool(
      'write_file',
      {
        title: 'Write File',
        description: 'Create a file, or replace its content. Use with caution.',
        annotations: writes,
      },
      { path, content: { type: 'string', description: 'The new content' } },
    ),
  ],
  call: (name, input) => {
    if (name === 'list_directory') return text(Object.keys(files).join('\n'))
    if (name === 'read_text_file') return text(files[input.path] ?? 'There is no such file.')
    files[input.path] = input.content
    return text(`Wrote ${input.path}`)
  },
}

const event = {
  message: 'When should I plan the garden day, and who should hear about it?',
  requestedSchema: {
    type: 'object',
    properties: {
      title: { type: 'string', title: 'Title', default: 'Garden day' },
      day: { type: 'string', title: 'Day', format: 'date', default: '2026-11-21' },
      hours: { type: 'integer', title: 'Length in hours', minimum: 1, maximum: 8, default: 3 },
      invite: {
        type: 'array',
        title: 'Invite',
        items: { type: 'string', enum: ['Family', 'Neighbours', 'Garden club'] },
        default: ['Family'],
      },
    },
    required: ['title', 'day'],
  },
}

const calendar = {
  name: 'calendar',
  tools: [
    tool('list_events', { title: 'List Events', annotations: readOnly }, { week: { type: 'string' } }),
    tool('create_event', { title: 'Create Event', annotations: { destructiveHint: false } }),
  ],
  call: async (_name, _input, _message, api) => text(JSON.stringify(await api.request('elicitation/create', event))),
}

const pages = {
  'roses.md': [
    'Roses',
    '# Roses\n\nWater deeply twice a week, in the morning.\n\n- Prune in **late winter**\n- Feed in spring\n',
  ],
  'beans.md': ['Beans', '# Beans\n\nGive climbing beans a trellis of two metres.\n'],
  'garlic.md': ['Garlic', '# Garlic\n\nPlant in October, harvest in July.\n'],
  'tomatoes.md': ['Tomatoes', '# Tomatoes\n\nKeep the leaves dry.\n'],
}

const handbook = {
  name: 'handbook',
  capabilities: { tools: {}, resources: { subscribe: true } },
  tools: [tool('search', { title: 'Search', annotations: readOnly }, { query: { type: 'string' } })],
  call: () => text('Nothing found.'),
  handlers: {
    'resources/list': (message, api) =>
      api.reply(message, {
        resources: Object.entries(pages).map(([file, [title, content]]) => ({
          uri: `handbook://plants/${file}`,
          name: file,
          title,
          description: `How to grow ${title.toLowerCase()}`,
          mimeType: 'text/markdown',
          size: content.length,
        })),
      }),
    'resources/templates/list': (message, api) => api.reply(message, { resourceTemplates: [] }),
    'resources/read': (message, api) => {
      const { uri } = message.params
      const [, content] = pages[uri.split('/').at(-1)] ?? []
      return api.reply(message, { contents: [{ uri, mimeType: 'text/markdown', text: content ?? '' }] })
    },
  },
}

const servers = { 'server-filesystem': filesystem, 'calendar-mcp': calendar, 'handbook-mcp': handbook }
const [, server] = Object.entries(servers).find(([name]) => process.argv.some((it) => it.includes(name))) ?? []
serve(server)
