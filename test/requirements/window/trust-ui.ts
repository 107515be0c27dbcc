import type { Requirements } from '../types.ts'

/** Trusting a program before it runs as a server, on screen. */
export const trustUi = {
  'TUI-1': {
    source: 'docs/architecture.md, The inbox; docs/interface.md 06a',
    behaviour:
      'A server that waits to be trusted says so in the list, in the sidebar, on its page and above the message field, for as long as the question is open.',
  },
  'TUI-2': {
    source: 'docs/interface.md, Approvals; docs/interface.md 06j',
    behaviour:
      'The keys, the rows and the form lead to the page of the server, where focus is on the safe answer; several are walked through.',
  },
  'TUI-3': {
    source: 'specification, show the exact command; docs/threat-model.md 81; docs/interface.md, Third-party text',
    behaviour:
      'Every word of the command can be read whole: nothing is cut off, what cannot be seen is labelled, and no word can pass for two.',
  },
  'TUI-4': {
    source: 'docs/interface.md 06j',
    behaviour:
      'What a command line gives away is said: versions that are not fixed, downloads, shells, folders opened to containers, more rights, variables that load code, choose where packages come from or whom to trust.',
  },
  'TUI-5': {
    source: 'docs/interface.md, Trust and definitions',
    behaviour: 'Of a changed command it is shown what differs, line by line, and readable without colour.',
  },
  'TUI-6': {
    source: 'docs/interface.md, Approvals',
    behaviour:
      'Trust counts only when everything has been on screen and the time has run down since; leaving off counts at once, and leaving the question answers nothing.',
  },
  'TUI-7': {
    source: 'docs/architecture.md, Who can answer',
    behaviour:
      'Who may not answer, or cannot while the log fails or the connection is lost, reads why; only leaving off works while the log fails.',
  },
  'TUI-8': {
    source: 'docs/architecture.md, The inbox',
    behaviour: 'An answer of another window closes the question here, with a word who gave it.',
  },
  'TUI-9': {
    source: 'docs/interface.md, Accessibility',
    behaviour: 'A server that waits to be trusted is announced, by the name the person gave it.',
  },
  'TUI-10': {
    source: 'docs/architecture.md, States',
    behaviour:
      'Nothing of an added server runs before it was trusted; left off it stays off until it is turned on, which asks again; trusted it starts, and starts again without a question.',
  },
  'TUI-11': {
    source: 'docs/interface.md, Trust and definitions; docs/threat-model.md 114',
    behaviour:
      'Beside the command stand the file that was found for it, its hash and what that does not cover, the folder, and the variables by origin.',
  },
  'TUI-12': {
    source: 'docs/interface.md, Trust and definitions',
    behaviour:
      'Several waiting servers are reviewed in one sheet, one per step in the order they were pasted; each is trusted as on its own page or skipped, and the sheet ends with what became of each.',
  },
} as const satisfies Requirements
