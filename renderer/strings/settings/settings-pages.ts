import { formatCount } from '../format/time.ts'

/** Texts of the list of rules in the settings: adding one, and when each was last used. Loaded with the settings. */
export const settingsRules = {
  add: 'Add a rule…',
  added: 'Rule added.',
  title: 'Add a rule',
  lede: 'For calls that models request, in every conversation.',
  tool: 'Tool',
  /** One entry for all of its tools. */
  everyTool: (server: string) => `Every tool from ${server}`,
  noTools: 'No server offers a tool that is in use. Start a server first, or review its definitions.',
  effect: 'When a model calls it',
  effects: {
    allow: 'Run it without asking, within limits',
    ask: 'Always ask, even if another rule allows it',
    deny: 'Never run it',
  },
  oneTool: 'A rule that allows is for one tool. Choose a tool.',
  oneToolLimited: 'A rule for some calls is for one tool. Choose a tool.',
  chooseTool: 'Choose a tool.',
  limits: 'Set limits…',
  someCalls: 'Only some calls…',
  save: 'Add rule',
  cancel: 'Cancel',
  used: 'last used {when}',
  unused: 'not used yet',
  unusedLately: 'not used lately',
} as const

/** Texts of the search in the settings. Loaded with them. */
export const settingsSearch = {
  field: 'Find a setting',
  list: 'Matching settings',
  found: (count: number) => formatCount(count, 'match', 'matches'),
  none: (query: string) => `No matches for “${query}”. Searched the names and descriptions of all settings.`,
} as const
