import { formatCount } from '../ui/time.tsx'

/** Search or jump to. */
export const palette = {
  title: 'Search or jump to',
  placeholder: 'Search or jump to…',
  notSearched: 'The conversations could not be searched.',
  found: (results: number) => formatCount(results, 'result'),
  nothing: (query: string) =>
    `Nothing is called “${query}”. Titles of conversations, servers, tools, pages and actions are searched, not what was said.`,
  foot: { move: 'move', open: 'open', actions: 'actions', servers: 'servers', record: 'record', prompts: 'prompts' },
  groups: {
    needsYou: 'Needs you',
    conversations: 'Conversations',
    pages: 'Pages',
    actions: 'Actions',
    servers: 'Servers',
    tools: 'Tools',
    prompts: 'Prompts',
  },
  asks: {
    answer: (server: string, tool: string) => `Answer ${server} › ${tool}`,
    trust: (server: string) => `Review ${server} before it starts`,
    definitions: (server: string, definitions: string) => `Review ${server}: ${definitions}`,
    form: (server: string) => `Fill in the form of ${server}`,
    url: (server: string) => `Look at the page that ${server} wants to open`,
    visit: (server: string) => `Say when you are done on the page of ${server}`,
    sampling: (server: string) => `Decide whether ${server} may use your model`,
    review: (server: string) => `Review the answer for ${server}`,
    signIn: (server: string) => `Decide whether to sign in to ${server}`,
    signInPage: (server: string) => `Open the page on which you sign in to ${server}`,
  },
  settingsPart: (part: string) => `Settings: ${part}`,
  record: 'Record of the audit',
  themes: { light: 'Theme: light', dark: 'Theme: dark', system: 'Theme: as the system' },
  attachResources: 'Attach resources',
  usePrompt: 'Use a prompt',
  toggleSidebar: 'Show or hide the sidebar',
  showKeys: 'Show all keys',
  servers: {
    withTools: (state: string, tools: number) => `${state}, ${formatCount(tools, 'tool')}`,
    turnOff: (server: string) => `Turn off ${server}`,
    turnOn: (server: string) => `Turn on ${server}`,
    restart: (server: string) => `Restart ${server}`,
    callsEnd: 'Its running calls end',
    fillPrompt: (server: string) => `${server}, fill it in and put it into the message`,
    runTool: (server: string) => `${server}, fill its form and run it yourself`,
  },
} as const
