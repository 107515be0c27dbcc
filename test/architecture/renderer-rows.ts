import type { Row } from './rows.ts'

/** A folder with its subfolders. */
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

/** Available to every feature. */
const kit = ['shared/**', whole(words), whole(state), whole(ui)]
const drawn = ['react', '@base-ui/react']

/** A folder's rooms, lowest first: each can use those below it. `''` is the folder itself. */
const floors = (wing: string, rooms: string[], { ours, packages }: Omit<Row, 'part'>): Row[] =>
  rooms.map((room, index) => ({
    part: partOf(wing, room),
    ours: [...ours, ...rooms.slice(0, index).map((below) => partOf(wing, below))],
    packages,
  }))

const partOf = (wing: string, room: string): string => (room === '' ? wing : `${wing}${room}/`)

/**
 * Permitted imports in the window: words, state, the kit, what is drawn from it, the features, and the app above all.
 * Features import each other only as listed here.
 */
export const rendererRows: Row[] = [
  ...floors(words, ['format', 'inbox', 'servers', 'conversation', 'settings', ''], {
    ours: ['shared/**'],
    packages: ['react'],
  }),
  ...floors(state, ['', 'carriers', 'chat', 'composer', 'forms', 'models', 'resources', 'servers', 'servers/draft'], {
    ours: ['shared/**', whole(words)],
    packages: ['react', 'zod'],
  }),
  ...floors(
    ui,
    ['', 'third-party', 'table', 'fields', 'overlay', 'page', 'app-frame', 'search', 'arming', 'json', 'servers'],
    {
      ours: ['shared/**', whole(words), whole(state)],
      packages: [...drawn, 'lucide-react', '@tanstack/react-virtual', 'diff'],
    },
  ),
  // Runs in a separate document, without any of the window's code.
  { part: 'renderer/proxy/', ours: ['shared/**'], packages: [] },
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
  // A resource or an attachment, wherever it is shown.
  { part: content, ours: [...kit, whole(markdown)], packages: drawn },
  ...floors(
    inbox,
    ['frame', 'rule', 'approval', 'trust', 'definitions', 'form', 'sampling', 'sign-in', 'app', '', 'plan'],
    // A call's arguments are edited in the same form that a user calls a tool with.
    { ours: [...kit, whole(content), whole(forms)], packages: [...drawn, 'zod', 'tldts'] },
  ),
  ...floors(models, ['', 'provider'], { ours: kit, packages: drawn }),
  { part: manual, ours: [...kit, whole(forms)], packages: drawn },
  // Getting a prompt or a resource can raise questions, which are answered in place.
  { part: prompts, ours: [...kit, whole(content), whole(inbox)], packages: drawn },
  ...floors(resources, ['', 'picker'], {
    ours: [...kit, whole(content), whole(inbox)],
    packages: [...drawn, '@tanstack/react-virtual'],
  }),
  // A conversation shows questions; its composer picks prompts and resources, chooses models and calls tools.
  ...floors(
    'renderer/chat/',
    [
      'context',
      'tools',
      'request',
      'result',
      'find',
      'app',
      'call',
      'branches',
      'attached',
      'receipt',
      'thread',
      'preview',
      'ledger',
      'composer',
      'import',
      '',
    ],
    {
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
    },
  ),
  // A server's page shows its questions, its resources like the picker, and its schemas as forms.
  ...floors(
    'renderer/servers/',
    [
      'status',
      'candidate',
      'passport',
      'bundle',
      'copy',
      'edit',
      'export',
      'registry',
      'review',
      'tools',
      'resources',
      'prompts',
      'reports',
      'performance',
      'history',
      'detail',
      '',
    ],
    {
      ours: [...kit, whole(content), whole(forms), whole(inbox), whole(resources)],
      packages: [...drawn, '@tanstack/react-virtual', 'zod'],
    },
  ),
  // A call's row says its arguments like a row of the conversation.
  ...floors('renderer/audit/', ['list', 'filter', 'records', 'calls', ''], {
    ours: [...kit, whole(content)],
    packages: [...drawn, '@tanstack/react-virtual'],
  }),
  { part: 'renderer/search/', ours: kit, packages: drawn },
  // The settings also look for local models, and make rules like a question does.
  ...floors('renderer/settings/', ['appearance', 'limits', 'models', 'rules', 'search', 'company', 'registry', ''], {
    ours: [...kit, whole(models), whole(inbox)],
    packages: drawn,
  }),
  ...floors('renderer/app/', ['conversations', 'projects', 'palette', 'sidebar', 'frame', 'first-run', ''], {
    ours: [
      ...kit,
      whole(inbox),
      whole(prompts),
      whole(models),
      whole(markdown),
      'renderer/chat/**',
      'renderer/servers/**',
      'renderer/audit/**',
      'renderer/search/**',
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
