import type { Requirements } from '../types.ts'

export const manual = {
  'MAN-1': {
    source: 'docs/decisions.md 41',
    behaviour: 'A person runs a tool without a key or a model, in a conversation that is named after the tool',
  },
  'MAN-2': {
    source: 'docs/architecture.md, One door; docs/threat-model.md P6',
    behaviour: 'Running it is the consent, by the person, to this definition and these arguments; it is on disk first',
  },
  'MAN-3': {
    source: 'docs/decisions.md 15',
    behaviour: 'What has changed since the person saw it does not run, whenever it changed',
  },
  'MAN-4': {
    source: 'docs/architecture.md, A tool call',
    behaviour: 'Arguments that do not fit the schema are refused before anything is sent',
  },
  'MAN-5': {
    source: 'docs/architecture.md, Who can answer',
    behaviour: 'A session that may only look runs nothing, and what is refused is not begun',
  },
  'MAN-6': {
    source: 'docs/architecture.md, States',
    behaviour: 'It is the one running turn of its conversation: a second one is refused, a message waits behind it',
  },
  'MAN-7': {
    source: 'docs/architecture.md, States',
    behaviour: 'It can be stopped, it fails, times out and is cut off like any call, and each is told truthfully',
  },
  'MAN-8': {
    source: 'docs/decisions.md 41',
    behaviour: 'A later model reads it as the words of the person around the words of the tool, in a valid history',
  },
  'MAN-9': {
    source: 'docs/interface.md, Third-party text',
    behaviour: 'What a tool returned cannot pass for the words of the person around it',
  },
  'MAN-10': {
    source: 'docs/threat-model.md P4',
    behaviour: 'While the log cannot be written nothing runs, and the turn that was begun is closed',
  },
  'MAN-11': {
    source: 'docs/architecture.md, The journal on disk',
    behaviour: 'Its events fold for those of earlier releases, and a crash in the middle of it is closed',
  },
  'MAN-12': {
    source: 'docs/decisions.md 41',
    behaviour: 'While it is filled in, what does not fit is told place by place, and nothing is journalled or sent',
  },
  'MAN-13': {
    source: 'docs/threat-model.md',
    behaviour:
      'A rule that denies holds for a tool that a session runs itself, unless the session could remove the rule: then it runs, is told of the rule, and the log names it',
  },
} as const satisfies Requirements
