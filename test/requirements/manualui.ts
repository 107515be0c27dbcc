import type { Requirements } from './types.ts'

const issue = 'issue: models, manual, Playground'

/** Running tools without a model, on screen. */
export const manualui: Requirements = {
  'MUI-1': {
    source: issue,
    behaviour:
      'Without a model the composer’s place is for tools, and from the first page to a result it takes few steps',
  },
  'MUI-2': {
    source: issue,
    behaviour: 'All tools of all ready servers can be searched and chosen by keyboard; hundreds stay fluent',
  },
  'MUI-3': { source: 'DESIGN: manual', behaviour: 'What is sent is what is shown, as a form or as JSON' },
  'MUI-4': {
    source: 'guide: forms',
    behaviour: 'What does not fit is said beside its field before anything becomes a call, and focus goes there',
  },
  'MUI-5': {
    source: 'guide: approvals',
    behaviour: 'Run arms like a consent, and a changed definition is said and never run unseen',
  },
  'MUI-6': { source: issue, behaviour: 'What was filled in survives a reload and a change of conversation' },
  'MUI-7': {
    source: issue,
    behaviour: 'The transcript shows a person’s own call with its progress, result and end, and it can be run again',
  },
  'MUI-8': { source: issue, behaviour: 'With a model connected both places are there, in one conversation' },
  'MUI-9': { source: 'guide: accessibility', behaviour: 'axe finds nothing in either theme, and 380 px are enough' },
}
