import { formatCount } from './format/time.ts'

/** The parts that every page is made of. */
export const ui = {
  windowFailed: (message: string) => `This window failed: ${message}`,
  close: 'Close',
  copied: 'Copied',
  undo: 'Undo',
  /** Values that were entered for another address than their owner has now. */
  movedSecrets: {
    title: (count: number) =>
      count === 1 ? 'Enter a value again, or confirm it.' : 'Enter values again, or confirm them.',
    text: (name: string, from: string, to: string) =>
      `The values kept for ${name} were entered for ${from}. Atrium doesn't send them to ${to}.`,
    advice: 'If you didn’t move it, don’t confirm.',
    use: (to: string) => `Use kept values for ${to}`,
    program: 'a program on this computer',
    unknown: 'an unknown address',
  },
  optional: 'optional',
  arguments: {
    title: 'Arguments',
    view: 'View of the arguments',
    pretty: 'Pretty',
    exact: 'Exact bytes',
    json: 'JSON',
    moreLines: 'Show more lines',
    showFolded: (lines: number) => `Show ${formatCount(lines, 'more line')}`,
    showMore: (left: string) => `Show more, ${left} left`,
    filled: 'Required and left out, so the tool’s default is used: {names}',
    filledAndMore: (more: number) => `Required and left out, so the tool’s defaults are used: {names} and ${more} more`,
    marks: { removed: 'removed', added: 'added' },
  },
  kept: {
    showBeginning: 'Show the beginning',
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
    by: (server: string) => `${server} says`,
    readsOnly: 'Reads only',
    mayDestroy: 'May destroy',
    onlyAdds: 'Only adds',
    reachesOutside: 'Reaches outside',
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
    quarantined: 'Quarantined',
  },
  searchSelect: {
    type: 'Type to search',
    nothing: (options: number) => `Nothing of ${options} fits.`,
  },
} as const
