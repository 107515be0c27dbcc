import { formatCount } from './format/time.ts'

/** Texts of the parts that every page is made of. */
export const ui = {
  windowFailed: (message: string) => `This window failed: ${message}`,
  close: 'Close',
  copied: 'Copied',
  saveText: {
    saved: (size: string) => `Saved ${size}. Only you can read the file:`,
    copyPath: 'Copy file path',
  },
  undo: 'Undo',
  saved: { save: 'Save', discard: 'Discard' },
  actors: {
    you: 'you',
    You: 'You',
    tab: 'someone in a browser tab',
    terminal: 'someone at the terminal',
    window: 'someone in the app’s window',
  },
  /** Values that were entered for another URL than their owner has now. */
  movedSecrets: {
    title: (count: number) =>
      count === 1 ? 'Enter a value again, or confirm it.' : 'Enter values again, or confirm them.',
    text: (name: string, from: string, to: string) =>
      `The values saved for ${name} were entered for ${from}. Atrium doesn’t send them to ${to}.`,
    advice: 'If you didn’t move it, don’t confirm.',
    use: (to: string) => `Use saved values for ${to}`,
    program: 'a program on this computer',
    unknown: 'an unknown URL',
  },
  /** Where tools are chosen. */
  missingTools: {
    of: (server: string) => `Tools from ${server} are missing.`,
    open: 'Open server',
  },
  optional: 'optional',
  /** Instead of a part that can't be drawn. */
  apart: {
    broken: 'Couldn’t show this part as usual, so its text is below as it came.',
    unknown: 'No further details.',
    retry: 'Try again',
  },
  /** Around a server's app. `name` says whose app it is. */
  appFrame: {
    enter: (name: string) => `Use ${name}`,
    skip: (name: string) => `Skip past ${name}`,
    end: (name: string) => `End: ${name}`,
    notHere:
      'This browser can’t keep a server’s app away from your data and network, so Atrium shows the text only. Use Chrome, Edge or another Chromium browser, version 152 or newer.',
  },
  /** Values that a server needs before it is added. */
  questions: {
    kept: 'Saved in Atrium’s secret store.',
    fullPath: 'The full path.',
    onePerLine: 'One per line.',
    between: (min: number | undefined, max: number | undefined) =>
      max === undefined ? `At least ${min}.` : min === undefined ? `Up to ${max}.` : `From ${min} to ${max}.`,
    choose: 'Choose…',
    missing: (label: string) => `Enter a value for ${label}.`,
    number: 'Enter a number.',
    several: 'Enter one value only.',
    host: 'Only letters, digits, dots and hyphens can be part of a host name.',
  },
  arguments: {
    title: 'Arguments',
    view: 'Arguments view',
    fields: 'Fields',
    exact: 'Exact bytes',
    json: 'JSON',
    none: 'no values',
    items: (count: number) => (count === 0 ? 'empty list' : formatCount(count, 'item')),
    moreLines: 'Show more lines',
    showFolded: (lines: number) => `Show ${formatCount(lines, 'more line')}`,
    showMore: (left: string) => `Show more, ${left} left`,
    filled: 'Required but missing, so the tool’s default is used: {names}',
    filledAndMore: (more: number) => `Required but missing, so the tool’s defaults are used: {names} and ${more} more`,
    marks: { removed: 'removed', added: 'added' },
  },
  kept: {
    showBeginning: 'Show the start',
    showAll: (size: string) => `Show all (${size})`,
    notByYou: 'not by you or the model',
  },
  ext: {
    writtenBy: 'Written by {from}',
    writtenByNoted: 'Written by {from}, {note}',
    end: (from: string) => `End of ${from}`,
    from: (from: string) => `From ${from}: `,
    showMore: 'Show more',
    showLess: 'Show less',
  },
  claims: {
    /** Two of these may be the protocol's defaults, if the server says nothing. */
    by: (server: string) => `Claimed by ${server}, or assumed if it doesn’t say`,
    readsOnly: 'Reads only',
    mayDestroy: 'May delete data',
    onlyAdds: 'Only adds',
    reachesOutside: 'Reaches external systems',
    safeToRepeat: 'Safe to repeat',
  },
  states: {
    queued: 'Queued',
    waiting: 'Waiting for you',
    running: 'Running',
    succeeded: 'Succeeded',
    failed: 'Failed',
    denied: 'Denied',
    cancelled: 'Cancelled',
    off: 'Off',
    ready: 'Ready',
    quarantined: 'Needs review',
  },
  folders: {
    list: 'Folders',
    add: 'Add folder',
    path: 'Folder to add',
    example: '/home/me/project',
    wrong: 'Enter the full path, such as /home/me/project.',
    known: 'Already added.',
    most: (count: number) => `Up to ${count} folders.`,
    remove: (path: string) => `Remove ${path}`,
  },
  searchSelect: {
    type: 'Type to search',
    nothing: (options: number) => `No matches in ${options} options.`,
  },
} as const
