import type { Requirements } from '../types.ts'

/** Users' view of rules. */
export const rulesUi = {
  'RLU-1': {
    source: 'docs/interface.md, Rules; docs/interface.md 02d',
    behaviour:
      'A rule that is made from a call begins no wider than the folders and hosts of that call, covers it without text from elsewhere, and can be narrowed to any of its values; what the host would not take as a rule cannot be saved.',
  },
  'RLU-2': {
    source: 'docs/interface.md, Rules',
    behaviour: 'After three equal answers a rule is offered, with what it would have done with the last calls.',
  },
  'RLU-3': {
    source: 'docs/interface.md, Rules; docs/interface.md 02d',
    behaviour:
      'A saved rule lets calls through where it says and nowhere else, and each says by which rule it was allowed.',
  },
  'RLU-4': {
    source: 'docs/interface.md 08b',
    behaviour: 'Every rule stands in the settings in words, and can be removed there.',
  },
  'RLU-5': {
    source: 'docs/interface.md 08b',
    behaviour:
      'A rule can be edited, given an end, paused and resumed in the settings, keeps its row meanwhile, and each edit can be undone.',
  },
  'RLU-6': {
    source: 'docs/interface.md, Rules',
    behaviour:
      'A rule can be added in the settings, for a tool or all tools of a server; one that allows gets limits first. Each rule says when it was last used.',
  },
  'RLU-7': {
    source: 'docs/interface.md, Rules',
    behaviour:
      'A rule that asks or denies can be added in the settings for calls with some arguments only, such as those in a folder, and edited there, with the keyboard as well.',
  },
} satisfies Requirements
