/** What the window takes from its command line. Everything else there is for Chromium. */
export type Arguments = {
  /** As given; undefined means the usual place of this system. */
  dataDirectory: string | undefined
  /** Developer tools, also in a packaged Atrium. */
  developerTools: boolean
}

const dataDirectory = '--data-dir'

/** Reads the command line; `--data-dir <path>` and `--data-dir=<path>` are the same. A problem is one sentence. */
export function parseArguments(argv: string[]): Arguments | { problem: string } {
  const at = argv.findLastIndex((argument) => argument === dataDirectory || argument.startsWith(`${dataDirectory}=`))
  const given = argv[at]
  const value = given === dataDirectory ? argv[at + 1] : given?.slice(dataDirectory.length + 1)
  if (given !== undefined && (value === undefined || value === '' || value.startsWith('--')))
    return { problem: `The data directory must have a name, as in ${dataDirectory}=folder.` }
  return { dataDirectory: value, developerTools: argv.includes('--developer-tools') }
}
