import type { Requirements } from './types.ts'

export const e2e = {
  'E2E-1': {
    source: 'the first conversation',
    behaviour: 'A newcomer enters a key, adds a server by form and gets a tool result, all by the interface',
  },
  'E2E-2': {
    source: 'guide §6',
    behaviour: 'Allow takes a press only after it has been armed; Deny has the focus; a denied call shows as denied',
  },
  'E2E-3': {
    source: 'DESIGN: states',
    behaviour: 'A long call shows progress and can be cancelled; two calls run side by side',
  },
  'E2E-4': { source: 'promise P1', behaviour: 'After a restart the transcript and the audit rows are there' },
  'E2E-5': {
    source: 'guide §8',
    behaviour: 'An unknown command, a wrong key and broken JSON are each one clear sentence, and nothing is lost',
  },
  'E2E-6': {
    source: 'guide §11',
    behaviour: 'axe finds nothing on any screen in either theme, and nothing scrolls sideways at 380 px',
  },
  'E2E-7': {
    source: 'DECISIONS 21',
    behaviour: 'What a model writes cannot run, load or navigate; links name their host',
  },
  'E2E-8': {
    source: 'DESIGN: the contract',
    behaviour: 'When the host goes away the page says so, and takes up its work when the host is back',
  },
  'E2E-20': {
    source: 'issue: servers over HTTP',
    behaviour: 'A server at an address takes the same road as a program, over each transport and in each era',
  },
  'E2E-21': {
    source: 'issue: reconnection; DESIGN: states',
    behaviour: 'A server that dies in the middle of a call leaves an honest outcome, and works again without a press',
  },
  'E2E-9': { source: 'guide §6', behaviour: 'A whole conversation can be held by keyboard' },
  'E2E-10': {
    source: 'SECURITY.md',
    behaviour:
      'No page logs an error or breaks the content policy when it is loaded, not even for a probe that is caught',
  },
} as const satisfies Requirements
