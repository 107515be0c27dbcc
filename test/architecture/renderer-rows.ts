import type { Row } from './rows.ts'

/** A folder with its rooms. */
const whole = (folder: string): string => `${folder}**`

const words = 'renderer/strings/'
const state = 'renderer/state/'
const ui = 'renderer/ui/'
const markdown = 'renderer/markdown/'
const forms = 'renderer/schema-form/'
const content = 'renderer/content/'
const inbox = 'renderer/inbox/'
const prompts = 'renderer/prompts/'
const resources = 'renderer/resources/'
const manual = 'renderer/manual/'
const models = 'renderer/models/'

/** What every feature is made of. */
const kit = ['shared/**', whole(words), whole(state), whole(ui)]
const drawn = ['react', '@base-ui/react']

/** The rooms of a wing, the lowest first: each may use what lies below it. `''` is the folder itself. */
const floors = (wing: string, rooms: string[], { ours, packages }: Omit<Row, 'part'>): Row[] =>
  rooms.map((room, index) => ({
    part: partOf(wing, room),
    ours: [...ours, ...rooms.slice(0, index).map((below) => partOf(wing, below))],
    packages,
  }))

const partOf = (wing: string, room: string): string => (room === '' ? wing : `${wing}${room}/`)

/**
 * Who may import whom in the window: words, state, the kit, what is drawn from it, the features, and the app above all.
 * Features know each other only where it is said here.
 */
export const rendererRows: Row[] = [
  ...floors(words, ['format', 'inbox', 'servers', ''], { ours: ['shared/**'], packages: ['react'] }),
  ...floors(state, ['', 'carriers', 'chat', 'composer', 'forms', 'models', 'resources', 'servers'], {
    ours: ['shared/**', whole(words)],
    packages: ['react', 'zod'],
  }),
  ...floors(ui, ['', 'third-party', 'table', 'fields', 'overlay', 'page', 'search', 'arming', 'json', 'servers'], {
    ours: ['shared/**', whole(words), whole(state)],
    packages: [...drawn, 'lucide-react', '@tanstack/react-virtual', 'diff'],
  }),
  {
    part: markdown,
    ours: kit,
    packages: [
      'react',
      'mdast',
      'mdast-util-from-markdown',
      'mdast-util-gfm',
      'mdast-util-to-hast',
      'micromark-extension-gfm',
      'hast',
      'hast-util-to-jsx-runtime',
      'katex',
      'lowlight',
    ],
  },
  ...floors(forms, ['', 'arguments'], { ours: kit, packages: drawn }),
  // A resource or an attachment, wherever it is looked at.
  { part: content, ours: [...kit, whole(markdown)], packages: drawn },
  ...floors(
    inbox,
    ['frame', 'rule', 'approval', 'trust', 'definitions', 'form', 'sampling', 'sign-in', '', 'plan'],
    // The arguments of a call are edited in the form that a person calls a tool with.
    { ours: [...kit, whole(content), whole(forms)], packages: [...drawn, 'zod'] },
  ),
  { part: models, ours: kit, packages: drawn },
  { part: manual, ours: [...kit, whole(forms)], packages: drawn },
  // Getting a prompt or a resource may raise questions, which are answered where the person waits for it.
  { part: prompts, ours: [...kit, whole(content), whole(inbox)], packages: drawn },
  ...floors(resources, ['', 'picker'], {
    ours: [...kit, whole(content), whole(inbox)],
    packages: [...drawn, '@tanstack/react-virtual'],
  }),
  // A conversation holds questions; in its composer, prompts and resources are picked, models chosen, tools called.
  ...floors('renderer/chat/', ['tools', 'result', 'call', 'thread', 'composer', ''], {
    ours: [
      ...kit,
      whole(markdown),
      whole(content),
      whole(inbox),
      whole(prompts),
      whole(resources),
      whole(manual),
      whole(models),
    ],
    packages: [...drawn, '@tanstack/react-virtual', 'mdast'],
  }),
  // A server's page holds its questions, and shows its resources as the picker does and its schemas as forms do.
  ...floors('renderer/servers/', ['status', 'draft', 'edit', 'tools', 'resources', 'prompts', 'reports', 'page', ''], {
    ours: [...kit, whole(content), whole(forms), whole(inbox), whole(resources)],
    packages: [...drawn, '@tanstack/react-virtual', 'zod'],
  }),
  { part: 'renderer/audit/', ours: kit, packages: [...drawn, '@tanstack/react-virtual'] },
  // Models that run on this computer are looked for in the settings too.
  { part: 'renderer/settings/', ours: [...kit, whole(models)], packages: drawn },
  ...floors('renderer/app/', ['palette', 'sidebar', 'frame', 'first-run', ''], {
    ours: [
      ...kit,
      whole(inbox),
      whole(prompts),
      whole(models),
      'renderer/chat/**',
      'renderer/servers/**',
      'renderer/audit/**',
      'renderer/settings/**',
    ],
    packages: drawn,
  }),
  {
    part: 'renderer/',
    ours: ['shared/**', whole(state), 'renderer/app/**'],
    packages: ['react', 'react-dom', '@fontsource-variable/inter', '@fontsource-variable/jetbrains-mono', 'zod'],
  },
]
