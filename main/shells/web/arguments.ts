import { parseArgs } from 'node:util'
import { commonWords } from '../common/words.ts'
import { webWords as words } from './words.ts'

/** A parsed command line of the web shell. */
export type WebArguments = {
  /** 0 lets the system choose a free one. */
  port: number
  /** As given; undefined means this system's usual place. */
  dataDirectory: string | undefined
  json: boolean
  admin: boolean
  open: boolean
  help: boolean
}

/** Parses the command line. A problem is one sentence. */
export function parseWebArguments(argv: string[]): WebArguments | { problem: string } {
  try {
    const { values } = parseArgs({
      args: argv,
      options: {
        port: { type: 'string', default: '0' },
        'data-dir': { type: 'string' },
        open: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        admin: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    const { 'data-dir': dataDirectory, port, ...flags } = values
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) return { problem: words.badPort(port) }
    if (dataDirectory === '') return { problem: commonWords.directoryWithoutName }
    return { ...flags, dataDirectory, port: Number(port) }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return { problem: commonWords.seeHelp(`${error.message.split('. ')[0]}.`) }
  }
}
