import { exitCodeOf, Shutdown, exitCode, errorSentence } from './shells/common/ending.ts'
import { parseWebArguments } from './shells/web/arguments.ts'
import { startServing } from './shells/web/start.ts'
import { webWords } from './shells/web/words.ts'

const ending = new Shutdown((code) => process.exit(code))

function fail(error: unknown): void {
  process.stderr.write(`${errorSentence(error)}\n`)
  void ending.end(exitCodeOf(error))
}

const options = parseWebArguments(process.argv.slice(2))
if ('problem' in options) {
  process.stderr.write(`${options.problem}\n`)
  process.exitCode = exitCode.arguments
} else if (options.help) {
  process.stdout.write(webWords.usage)
} else {
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void ending.end(exitCode.ok))
  startServing(options, ending).catch(fail)
}
