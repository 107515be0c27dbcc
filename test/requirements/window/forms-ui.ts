import type { Requirements } from '../types.ts'

/** Servers' questions on screen: forms, and pages to open. */
export const formsUi = {
  'FUI-1': {
    source: 'docs/interface.md, Forms and pages; docs/interface.md 03a',
    behaviour:
      'A form hangs from its call, which says what it waits for. Every kind of field is filled by keyboard and arrives as it was shown; who gets the answers stands above it.',
  },
  'FUI-2': {
    source: 'specification 2025-11-25 and 2026-07-28, client/elicitation, response actions',
    behaviour: 'Submitting, declining and leaving a form are three answers, and the server hears which one it was.',
  },
  'FUI-3': {
    source: 'docs/interface.md, Forms and pages',
    behaviour:
      'What is wrong is said at its field when one leaves it, and at the latest when one submits, which leads to the first such field; from then on it follows each change.',
  },
  'FUI-4': {
    source: 'docs/interface.md, Forms and pages',
    behaviour:
      'What was written outlasts a reload of the window but not the tab, and is gone with its question; what was written into a field that asks for a secret is not kept.',
  },
  'FUI-5': {
    source: 'docs/interface.md, Forms and pages; docs/interface.md 03b; docs/threat-model.md 105',
    behaviour:
      'A page that a server wants opened is shown with its full address and its host, in both forms where it has two; it is opened in the browser only by the person, and nothing is fetched before.',
  },
  'FUI-6': {
    source: 'docs/threat-model.md 103',
    behaviour:
      'A field that seems to ask for a secret is closed, with the reason, until the person says that she answers anyway.',
  },
  'FUI-7': {
    source: 'docs/interface.md, Forms and pages; docs/interface.md, Approvals',
    behaviour:
      'Several questions of one call are all open and answered each by itself. One that belongs to no single call comes over any page, says which calls run, and is answered there.',
  },
  'FUI-8': {
    source: 'docs/interface.md, Empty, loading and error; specification 2025-11-25, client/elicitation',
    behaviour: 'A form whose host was restarted is gone, and its call says that it was interrupted.',
  },
  'FUI-9': {
    source: 'docs/interface.md, Accessibility',
    behaviour: 'Forms and pages work at 380 px, and axe finds nothing in either theme.',
  },
  'FUI-10': {
    source: 'docs/interface.md, Forms and pages',
    behaviour:
      'A request that ended before the user answered says so afterwards: at its call, which can run again, or on the page of its server.',
  },
} satisfies Requirements
