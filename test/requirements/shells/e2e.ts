import type { Requirements } from '../types.ts'

export const e2e = {
  'E2E-1': {
    source: 'README.md',
    behaviour: 'A newcomer enters a key, adds a server by form and gets a tool result, all by the interface',
  },
  'E2E-2': {
    source: 'docs/interface.md, Approvals',
    behaviour: 'Allow takes a press only after it has been armed; Deny has the focus; a denied call shows as denied',
  },
  'E2E-3': {
    source: 'docs/architecture.md, States',
    behaviour: 'A long call shows progress and can be cancelled; two calls run side by side',
  },
  'E2E-4': {
    source: 'docs/threat-model.md P1',
    behaviour: 'After a restart the transcript and the audit rows are there',
  },
  'E2E-5': {
    source: 'docs/interface.md, Empty, loading and error',
    behaviour: 'An unknown command, a wrong key and broken JSON are each one clear sentence, and nothing is lost',
  },
  'E2E-6': {
    source: 'docs/interface.md, Accessibility',
    behaviour: 'axe finds nothing on any screen in either theme, and nothing scrolls sideways at 380 px',
  },
  'E2E-7': {
    source: 'docs/decisions.md 21',
    behaviour: 'What a model writes cannot run, load or navigate; links name their host',
  },
  'E2E-8': {
    source: 'docs/architecture.md, The contract',
    behaviour: 'When the host goes away the page says so, and takes up its work when the host is back',
  },
  'E2E-20': {
    source: 'docs/protocol-support.md, Ways to a server',
    behaviour: 'A server at an address takes the same road as a program, over each transport and in each era',
  },
  'E2E-21': {
    source: 'docs/architecture.md, States',
    behaviour: 'A server that dies in the middle of a call leaves an honest outcome, and works again without a press',
  },
  'E2E-22': {
    source: 'docs/decisions.md 33',
    behaviour:
      'One conversation moves between providers of every API and back with calls and images in it, and no key is in any file or export',
  },
  'E2E-9': { source: 'docs/interface.md, Keys', behaviour: 'A whole conversation can be held by keyboard' },
  'E2E-10': {
    source: 'docs/threat-model.md',
    behaviour:
      'No page logs an error or breaks the content policy when it is loaded, not even for a probe that is caught',
  },
  'E2E-23': {
    source: 'README.md, Where your data is; docs/threat-model.md',
    behaviour:
      'In a home folder, as an ordinary user, with default settings and either shell as sh, contained servers start, calls run, and the log and the installation are found intact.',
  },
} as const satisfies Requirements
