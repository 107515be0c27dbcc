import { formatCount } from './format/time.ts'

/** Texts of the list under a turn that changed files. {file} is a file's name. Loaded with the list. */
export const undoTurn = {
  title: 'Undo this turn',
  rest: 'Undo the rest of this turn',
  reading: 'Reading what this turn changed…',
  writesBack: '{file} gets its earlier text back.',
  movesBack: '{file} goes back to {to}.',
  left: {
    new: '{file} was new. Atrium can’t delete it.',
    secret: '{file} contained a secret, so Atrium has no copy of it.',
    mixed: '{file} was also changed in another way, so Atrium leaves it alone.',
    unknown: 'Atrium doesn’t know how to undo the change to {file}.',
  },
  /** {tool} is a tool's title. */
  leftCall: 'Atrium can’t undo {tool} on {server}.',
  moreCalls: (calls: number) => `Atrium can’t undo ${formatCount(calls, 'more call')} either.`,
  nothing: 'Atrium can’t undo anything in this turn.',
  begin: (files: number) => `Review and undo ${formatCount(files, 'file')}`,
  partly: (files: number, all: number) => `The last undo took back ${files} of ${formatCount(all, 'file')}.`,
} as const

/**
 * How a program compares with its server's passport. {fingerprint} names the passport, {hash} is the beginning of the
 * file's hash in it. Loaded with the review of a program.
 */
export const inPassport = {
  same: 'Same file as in the passport {fingerprint}.',
  different:
    'Not the file in the passport {fingerprint}, which has {hash}. It may be another version, for another system, or another program.',
  unknown: 'Can’t be compared with {hash} in the passport {fingerprint}.',
  unnamed: 'The passport {fingerprint} doesn’t have the hash of a program.',
} as const

/** Texts of the facts behind a turn's receipt. Loaded with them. */
export const receiptFacts = {
  names: {
    model: 'Model',
    time: 'Ended',
    calls: 'Calls',
    files: 'Files',
    answers: 'Approval',
    tokens: 'Tokens',
    cost: 'Cost',
    log: 'Audit log',
  },
  noModel: 'no model',
  time: (end: string, took: string) => `${end}, after ${took}`,
  ran: (count: number) => `${count} ran`,
  servers: (count: number) => formatCount(count, 'server'),
  filesChanged: (count: number) => `${formatCount(count, 'file')} changed as the calls said`,
  filesMissed: (count: number) => `${formatCount(count, 'file')} didn’t change as the calls said`,
  answered: (times: number, calls: number) => {
    const often = times === 1 ? 'once' : times === 2 ? 'twice' : `${times} times`
    return times === calls ? `you answered ${often}` : `you answered ${often} for ${formatCount(calls, 'call')}`
  },
  forConversation: (count: number) => `${count} allowed for this conversation`,
  byRule: (count: number) => `${count} by a rule`,
  tokens: (input: string, output: string) => `${input} in · ${output} out`,
  tokensCached: (tokens: string, cached: string) => `${tokens} · ${cached} cached`,
  tokensPartly: (tokens: string) => `${tokens}, not all reported`,
  tokensUnknown: 'not reported',
  audit: (records: string) => `Records ${records}`,
} as const

/** Texts of the table of a turn's requests. Loaded with its receipt. */
export const turnCost = {
  open: (cost: string) => `${cost}: show each request`,
  title: 'Cost of this turn',
  columns: {
    request: 'No.',
    model: 'Model',
    input: 'Input',
    cached: 'Cached',
    output: 'Output',
    cost: 'Cost',
  },
  sum: 'Together',
  /** Of a request that its server's call made. */
  forServer: 'for {server}',
  cut: 'broke off',
  none: '–',
  help: 'Tokens as the provider reported them. Cached tokens are part of the input. The cost is the provider’s own figure, or else from the price known now.',
} as const
