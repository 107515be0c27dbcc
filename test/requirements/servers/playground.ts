import type { Requirements } from '../types.ts'

export const playground = {
  'PLG-1': {
    source: 'docs/decisions.md 9',
    behaviour: 'The playground serves both eras, by a switch of its configuration, without a process of its own',
  },
  'PLG-2': {
    source: 'docs/architecture.md, Third-party text',
    behaviour:
      'Its tools do what they say, what they claim about themselves is true, and their results fit their schemas',
  },
  'PLG-3': {
    source: 'docs/threat-model.md 196',
    behaviour: 'Its slow tool tells progress and stops when it is cancelled, in both eras',
  },
  'PLG-4': {
    source: 'docs/architecture.md, States',
    behaviour:
      'It is stopped, restarted and turned off like any server; its calls end at once and nothing of it is left',
  },
  'PLG-5': {
    source: 'docs/decisions.md 1',
    behaviour: 'It is in servers.json only where somebody added it, and a mistake in its entry is reported',
  },
  'PLG-6': {
    source: 'MCP client/elicitation',
    behaviour: 'It asks with a form only who offered to show forms, in the way of either era, and says so otherwise',
  },
  'PLG-7': {
    source: 'MCP server/resources, server/prompts, server/utilities/completion',
    behaviour: 'It has resources, a template and prompts, and completes their arguments, in both eras',
  },
  'PLG-8': {
    source: 'MCP server/resources: list changed',
    behaviour: 'Who listens is told when its notes change',
  },
} as const satisfies Requirements
