import type { Requirements } from '../types.ts'

/** A server's page: what it costs, how it does, what changed. */
export const serverPage = {
  'SPG-1': {
    source: 'docs/interface.md, Servers',
    behaviour:
      'Each tool’s calls, failures and times, and a server’s starts, failures and restarts, come from running totals in the journal’s own transactions. No call costs more after a long history, and a rebuild gives the same totals.',
  },
  'SPG-2': {
    source: 'docs/interface.md, Servers',
    behaviour: 'The bytes to and from a server are counted in total, and outlive the messages that are kept.',
  },
  'SPG-3': {
    source: 'docs/interface.md, Servers',
    behaviour:
      'A server’s page says how many tokens its definitions take in each request, per tool and in sum, without what is off or needs review, by the estimate with which Atrium shortens requests.',
  },
  'SPG-4': {
    source: 'docs/interface.md, Servers',
    behaviour: 'The table of tools sorts by each column, by keyboard; unknown values come last.',
  },
  'SPG-5': {
    source: 'docs/interface.md, Servers',
    behaviour:
      'A server’s page shows the memory and processor time of its whole process tree, including children in its namespace and orphans in its group; nothing is measured unless the page is visible.',
  },
  'SPG-6': {
    source: 'docs/interface.md, Servers',
    behaviour:
      'A server is duplicated under another name. The copy refers to its own secrets, whose values aren’t copied, stays off while one is missing, and says what else isn’t copied.',
  },
  'SPG-7': {
    source: 'docs/interface.md, Servers',
    behaviour:
      'The history of servers has every change of servers.json, by Atrium or by hand, with who, when and what, secrets masked; a change that a killed Atrium wrote is recorded at the next start.',
  },
  'SPG-8': {
    source: 'docs/interface.md, Servers; docs/threat-model.md',
    behaviour:
      'One change is undone without touching later ones. A command or URL that returns is reviewed before it is used, deleted secrets don’t return, and an added server is removed again.',
  },
  'SPG-9': {
    source: 'docs/interface.md, Servers',
    behaviour:
      'Servers have tags, set in their form without a restart. Long lists sort by name, calls, failures or tools, group by state or tag, and find tags, all by keyboard.',
  },
} as const satisfies Requirements
