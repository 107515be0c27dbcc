import type { Requirements } from '../types.ts'

/** Running tools without a model, on screen. */
export const manualui: Requirements = {
  'MUI-1': {
    source: 'docs/decisions.md 41',
    behaviour:
      'Without a model the composer’s place is for tools, and from the first page to a result it takes few steps',
  },
  'MUI-2': {
    source: 'docs/decisions.md 41',
    behaviour: 'All tools of all ready servers can be searched and chosen by keyboard; hundreds stay fluent',
  },
  'MUI-3': { source: 'docs/decisions.md 41', behaviour: 'What is sent is what is shown, as a form or as JSON' },
  'MUI-4': {
    source: 'docs/interface.md, Forms and pages',
    behaviour: 'What does not fit is said beside its field before anything becomes a call, and focus goes there',
  },
  'MUI-5': {
    source: 'docs/interface.md, Approvals',
    behaviour: 'Run arms like a consent, and a changed definition is said and never run unseen',
  },
  'MUI-6': {
    source: 'docs/decisions.md 41',
    behaviour: 'What was filled in survives a reload and a change of conversation',
  },
  'MUI-7': {
    source: 'docs/decisions.md 41',
    behaviour: 'The transcript shows a person’s own call with its progress, result and end, and it can be run again',
  },
  'MUI-8': {
    source: 'docs/decisions.md 41',
    behaviour: 'With a model connected both places are there, in one conversation',
  },
  'MUI-9': {
    source: 'docs/interface.md, Accessibility',
    behaviour: 'axe finds nothing in either theme, and 380 px are enough',
  },
  'MUI-10': {
    source: 'docs/interface.md, Calls',
    behaviour: 'The beginning of the result of the user’s own call stands below it, marked as the server’s.',
  },
}
