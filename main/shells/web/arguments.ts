import { parseArgs } from 'node:util'

export type Arguments = {
  /** 0 lets the system choose a free one. */
  port: number
  /** As given; undefined means the usual place of this system. */
  dataDirectory: string | undefined
  json: boolean
  admin: boolean
  open: boolean
  help: boolean
}

export const usage = `Atrium in a browser tab, on this machine only. "npm start" opens a window of its own where it can,
unless it is given one of these other than --data-dir.

  --browser          Open a browser tab although there could be a window.
  --port <number>    Listen on this port of 127.0.0.1; without it, on a free one.
  --data-dir <path>  Keep conversations, settings and keys there.
  --open             Open the system's browser, where there is a display.
  --json             Print one line of JSON with address, launch code and process id, and nothing else.
                     Its launch code may chat and answer questions, no more.
  --admin            With --json: its launch code may also change servers, keys and settings.
  --help             Print this.
`

/** Reads the command line. A problem is one sentence. */
export function parseArguments(argv: string[]): Arguments | { problem: string } {
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
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
      return { problem: `The port must be a number from 1 to 65535; "${port}" is not.` }
    if (dataDirectory === '') return { problem: 'The data directory must have a name.' }
    return { ...flags, dataDirectory, port: Number(port) }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return { problem: `${error.message.split('. ')[0]}. With --help, Atrium lists what it takes.` }
  }
}
