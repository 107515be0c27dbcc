import { trustSystem } from '../../host/network/trust.ts'
import { constants } from 'node:os'
import { dataDirectoryOf, openDataDirectory } from '../common/data-directory.ts'
import { version } from '../common/checkout.ts'
import { Shutdown, errorSentence } from '../common/ending.ts'
import { commonWords } from '../common/words.ts'
import { parseTerminalArguments, type TerminalArguments } from './arguments.ts'
import { checkUp } from '../../host/checkup/checkup.ts'
import { printed } from './output.ts'
import { Console } from './console.ts'
import { commandCodeOf, runTerminal } from './run.ts'
import { commandCode, Unfinished } from './unfinished.ts'
import { terminalWords as words } from './words.ts'
import { parseWebArguments } from '../web/arguments.ts'
import { createPlatform } from '../web/platform.ts'
import { startServing } from '../web/start.ts'
import { webWords } from '../web/words.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const ending = new Shutdown((code) => process.exit(code))

const say = (text: string): void => void process.stderr.write(`${text}\n`)

function fail(error: unknown): void {
  say(errorSentence(error))
  void ending.end(commandCodeOf(error))
}

/** A command stopped by a signal reports that itself; a second signal doesn't wait for it. */
async function perform(asked: Extract<TerminalArguments, { command: 'call' | 'tools' | 'import' }>): Promise<void> {
  const stop = new AbortController()
  let stopped: number | undefined
  for (const signal of signals)
    process.on(signal, () => {
      if (stopped !== undefined) process.exit(stopped)
      stopped = 128 + constants.signals[signal]
      stop.abort(new Unfinished('cancelled', words.cancelledBefore))
    })
  // The reader of the output can stop before its end.
  process.stdout.on('error', () => stop.abort(new Unfinished('failed', words.outputClosed)))
  void trustSystem()
  const platform = createPlatform(openDataDirectory(asked.dataDirectory), version(), 'terminal')
  const code = await runTerminal(asked, platform, new Console(process), stop.signal)
  process.exit(code === commandCode.cancelled ? (stopped ?? code) : code)
}

/** Opens no host, so it works while another Atrium uses the data folder, and on one that doesn't start. */
async function runDoctor({ dataDirectory, json }: Extract<TerminalArguments, { command: 'doctor' }>): Promise<number> {
  const { parts, report } = await checkUp({
    platform: createPlatform(dataDirectoryOf(dataDirectory), version(), 'terminal'),
  })
  process.stdout.write(printed(json ? JSON.stringify({ parts }, undefined, 2) : report, process.stdout.isTTY))
  return parts.some(({ health }) => health === 'problem') ? commandCode.failed : commandCode.done
}

function serve(argv: string[]): void {
  const options = parseWebArguments(argv)
  if ('problem' in options) {
    say(options.problem)
    process.exitCode = commandCode.arguments
  } else if (options.help) {
    process.stdout.write(webWords.usage)
  } else {
    for (const signal of signals) process.on(signal, () => void ending.end(commandCode.done))
    startServing(options, ending).catch(fail)
  }
}

process.on('uncaughtException', fail)
process.on('unhandledRejection', fail)
const asked = parseTerminalArguments(process.argv.slice(2))
if ('problem' in asked) {
  say(commonWords.seeHelp(asked.problem))
  process.exitCode = commandCode.arguments
} else if (asked.command === 'help') process.stdout.write(words.usage)
else if (asked.command === 'serve') serve(asked.argv)
else if (asked.command === 'doctor') runDoctor(asked).then((code) => (process.exitCode = code), fail)
else perform(asked).catch(fail)
