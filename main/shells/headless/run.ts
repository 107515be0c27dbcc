import { HostError } from '../../../shared/contract/errors.ts'
import type { HostEvent } from '../../../shared/events/events.ts'
import type { Platform } from '../../host/platform.ts'
import { commonWords } from '../common/words.ts'
import type { TerminalArguments } from './arguments.ts'
import type { Console, Streams } from './console.ts'
import { Headless, type Answerer } from './headless.ts'
import { importFile } from './import-file.ts'
import { toolLines, printed, resultTexts } from './output.ts'
import { personAt } from './person.ts'
import { commandCode, Unfinished } from './unfinished.ts'
import { terminalWords as words } from './words.ts'

type Asked = Extract<TerminalArguments, { command: 'call' | 'tools' | 'import' }>

/** Runs a command line, and returns the exit code. The signal stops it. Never rejects. */
export async function runTerminal(
  asked: Asked,
  platform: Platform,
  console: Console,
  signal: AbortSignal,
): Promise<number> {
  const { streams } = console
  let code: number = commandCode.done
  try {
    const heard = (event: HostEvent): void => report(event, console)
    // An import starts no server, and leaves each review to the app.
    const only = asked.command === 'import' ? '' : asked.server
    const answer: Answerer = asked.command === 'import' ? async () => undefined : personAt(console)
    const headless = await Headless.open({ platform, only, answer, heard })
    try {
      code = await perform(asked, { headless, streams, console, signal })
    } finally {
      await headless.close()
    }
  } catch (error) {
    console.tell(sentenceOf(error))
    code = commandCodeOf(error)
  } finally {
    console.close()
  }
  return code
}

/** A command's exit code for an error or refusal. */
export function commandCodeOf(error: unknown): number {
  if (error instanceof Unfinished) return error.code
  if (!(error instanceof HostError)) return commandCode.failed
  if (error.code === 'bad-input' || error.code === 'forbidden') return commandCode.arguments
  return error.code === 'conflict' ? commandCode.taken : commandCode.failed
}

function sentenceOf(error: unknown): string {
  if (error instanceof Unfinished || error instanceof HostError) return error.message
  return commonWords.fault(error instanceof Error ? (error.stack ?? error.message) : String(error))
}

type Around = { headless: Headless; streams: Streams; console: Console; signal: AbortSignal }

async function perform(asked: Asked, around: Around): Promise<number> {
  if (asked.command === 'tools') {
    await list(asked, around)
    return commandCode.done
  }
  const { headless, streams, console, signal } = around
  if (asked.command === 'import') {
    const { lines, problems } = await importFile(asked, headless.link)
    await print(lines.join('\n'), streams)
    for (const problem of problems) console.tell(problem)
    return problems.length > 0 ? commandCode.failed : commandCode.done
  }
  const result = await headless.call(asked.server, asked.tool, asked.args, { signal })
  if (asked.json) await print(JSON.stringify(result, undefined, 2), streams)
  else {
    const { texts, others } = resultTexts(result)
    for (const text of texts) await print(text, streams)
    for (const other of others) console.tell(words.otherContent(other))
  }
  return result['isError'] === true ? commandCode.failed : commandCode.done
}

async function list(
  { server, json }: Extract<Asked, { command: 'tools' }>,
  { headless, streams, console, signal }: Around,
): Promise<void> {
  const tools = await headless.tools(server, { signal })
  for (const trouble of headless.troubles(server)) console.tell(trouble)
  if (!json) {
    if (tools.length > 0) await print(toolLines(tools), streams)
    if (tools.some(({ waits }) => waits)) console.tell(words.markedNeedReview)
    return
  }
  const definitions = await Promise.all(
    tools.map(async ({ hash, waits }) => ({ definition: await headless.definition(hash), hash, waits })),
  )
  await print(JSON.stringify({ tools: definitions }, undefined, 2), streams)
}

/** Writes a text. Resolves when it is written or its reader is gone. */
const print = (text: string, { stdout }: Streams): Promise<void> =>
  new Promise((resolve) => stdout.write(printed(text, stdout.isTTY === true), () => resolve()))

/** Reports progress while a call runs, and notes next to its result. */
function report(event: HostEvent, console: Console): void {
  if (event.type === 'call.progress' && console.isThere) {
    const { progress, total, message } = event
    console.tell(`… ${[message, words.progress(progress, total)].filter(Boolean).join(', ')}`)
  }
  if (event.type === 'call.finished' && event.outcome.status === 'succeeded')
    for (const note of event.outcome.notes ?? []) console.tell(note)
}
