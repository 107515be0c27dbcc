import type { Requirements } from '../types.ts'

export const branches = {
  'BRN-1': {
    source: 'docs/decisions.md 58',
    behaviour:
      'An edited message and a retried answer are turns beside the earlier one, which stays; a model gets only the branch in use.',
  },
  'BRN-2': {
    source: 'docs/decisions.md 58',
    behaviour: 'A conversation without branches, also one of an earlier release, is one line of turns.',
  },
  'BRN-3': {
    source: 'docs/decisions.md 58',
    behaviour: 'The branch in use is chosen by an event and survives a restart; nothing changes it while a turn runs.',
  },
  'BRN-4': {
    source: 'docs/decisions.md 58',
    behaviour: 'A deleted branch is hidden, stays in the log and can be restored; something always stays in use.',
  },
  'BRN-5': {
    source: 'docs/decisions.md 58',
    behaviour: 'Every confirmed branch, choice and deletion is there after kill -9.',
  },
  'BRN-6': {
    source: 'docs/interface.md, Branches',
    behaviour:
      'A message is edited and an answer retried in its place, the branches there are counted and walked, and any turn can be branched from, all by keyboard.',
  },
  'BRN-7': {
    source: 'docs/interface.md, Branches',
    behaviour:
      'The conversation’s menu shows its branches as a tree, where each is shown, deleted and restored; deleted ones stay in their place.',
  },
} as const satisfies Requirements
