import type { Requirements } from '../types.ts'

/** Servers found in a registry. */
export const registry = {
  'REG-1': {
    source: 'docs/registry.md',
    behaviour:
      'A registry is read with limits on time, size, depth and pages; each way it can fail has a sentence that names it and says what to do.',
  },
  'REG-2': {
    source: 'docs/registry.md',
    behaviour:
      'A record of any shape becomes ways to run or reach its server, with one exact version, or the reason why a way can’t be used; nothing of it reaches a shell.',
  },
  'REG-3': {
    source: 'docs/registry.md',
    behaviour:
      'What was fetched is kept per registry and searched without asking it; without a network its date is shown.',
  },
  'REG-4': {
    source: 'docs/registry.md',
    behaviour:
      'A server is added from its page with its values, under one exact version; before that the page shows what would run or be reached, and nothing runs before its review.',
  },
  'REG-5': {
    source: 'docs/registry.md',
    behaviour:
      'A server keeps where it came from; another version is announced with what changes, and never installed by itself.',
  },
  'REG-6': {
    source: 'docs/registry.md',
    behaviour:
      'A bundle that a record names is fetched only after a press, within limits, from encrypted hosts; a file with another checksum is never opened, and the right one goes through the review of every bundle.',
  },
} satisfies Requirements
