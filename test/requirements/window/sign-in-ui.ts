import type { Requirements } from '../types.ts'

/** Signing in to servers, on screen. */
export const signInUi = {
  'SIN-1': {
    source: 'docs/interface.md, Forms and pages; docs/interface.md, Third-party text; docs/threat-model.md 131',
    behaviour:
      'Before anything is opened a person is asked: why, for which server, with which authorization server, whose host stands out and is said to be another than the server’s where it is, as what Atrium is known there, and what it will be able to do in the server’s words. Not now has the focus.',
  },
  'SIN-10': {
    source: 'RFC 9728, 3.3; RFC 8707',
    behaviour:
      'The question shows exactly what is asked for: every permission, and the audience as it is, apart where it is more than the address of the server.',
  },
  'SIN-2': {
    source:
      'docs/interface.md, Forms and pages; specification 2026-07-28, basic/authorization, authorization server changes; docs/threat-model.md 133',
    behaviour:
      'Another authorization server than before is said to be one. What is wanted besides what was allowed stands apart from that.',
  },
  'SIN-3': {
    source: 'docs/interface.md, Forms and pages; docs/threat-model.md 131',
    behaviour:
      'The page is shown by its whole address and opened by the person only, which answers nothing: it can be opened again and copied, how long it is waited for is said in minutes, and Cancel ends it. It goes when the browser has come back.',
  },
  'SIN-4': {
    source: 'docs/interface.md, Keys; docs/interface.md, Accessibility',
    behaviour:
      'What follows from what a person pressed comes to her by itself, unless she has turned to something else meanwhile. That she is signed in is announced.',
  },
  'SIN-5': {
    source: 'docs/interface.md, Calls',
    behaviour:
      'A call says that it is paused until one has signed in, and where it is not certain that it waits for that, that it may.',
  },
  'SIN-6': {
    source: 'docs/interface.md 06a, 06b',
    behaviour:
      'A server that needs a sign-in says so in the list and on its page, where it is begun. A page shows as whom one is signed in, by whom, since when, for how long and to do what; signing out is asked about once, and one can sign in again.',
  },
  'SIN-7': {
    source:
      'docs/interface.md, Forms and pages; specification 2026-07-28, basic/authorization, client registration; docs/threat-model.md 122',
    behaviour:
      'A client that was registered by hand is typed into the form of a server, or comes with a pasted config; its secret goes to the secret store and never into the configuration, and what is wrong is said at its field.',
  },
  'SIN-8': {
    source: 'docs/interface.md 10',
    behaviour: 'Signing in and out can be begun in the palette, and is found in the audit log in words.',
  },
  'SIN-9': {
    source: 'docs/interface.md, Accessibility',
    behaviour: 'What belongs to a sign-in works at 380 px, and axe finds nothing in either theme.',
  },
} satisfies Requirements
