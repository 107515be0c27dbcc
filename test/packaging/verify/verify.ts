import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir, release, userInfo } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { reasonOf } from '../../../main/host/base/failure.ts'
import { withoutUser } from '../../../main/host/checkup/report.ts'
import { checkedCall } from '../../../main/shells/electron/self-check/request.ts'
import { selfCheckWords } from '../../../main/shells/electron/self-check/words.ts'
import { isObject, parseJson } from '../../../shared/schema/json.ts'
import { createFakeOpenAI, type Scenario } from '../../support/fake-openai.mjs'
import { root } from '../packages.ts'
import type { Program } from './programs.ts'
import { judge, passes, type Row, type Seen } from './verdict.ts'

/** Seconds until a program that doesn't end is ended. Its own steps have shorter limits. */
const usualLimit = 240

/** Milliseconds for a program that is asked to end; then it is ended. */
const orderlyMs = 5000

/** Milliseconds for the rest of an ended program's output. */
const outputPatience = 5000

/** A scripted model: it calls the tool, and then says its last words. Atrium's own questions get usual answers. */
export const scenario: Scenario = {
  models: ['scripted'],
  turns: [
    {
      match: { last_user: selfCheckWords.measured },
      content: [{ tool_use: { name: `${checkedCall.server}__${checkedCall.tool}`, input: checkedCall.arguments } }],
    },
    { match: { tool_result: '.' }, content: [{ text: selfCheckWords.reply }] },
  ],
}

type Options = {
  program: Program
  report: string
  home?: string
  limitSeconds?: number
  script?: Scenario
  /** Ends the program and the check, which then rejects with its reason. */
  signal?: AbortSignal
}

/**
 * Starts a packaged Atrium with a new data folder in the home folder, lets it check itself with a scripted model, and
 * writes a report. The data folder is removed, also if the check is stopped.
 */
export async function verify(options: Options): Promise<Row[]> {
  const { program, report, home = homedir(), limitSeconds = usualLimit, script = scenario, signal } = options
  signal?.throwIfAborted()
  openReport(report)
  const place = mkdtempSync(path.join(realpathSync(home), 'atrium-verify-'))
  const data = path.join(place, 'data')
  const model = createFakeOpenAI({ dialect: 'vllm', scenario: script })
  try {
    const args = [`--data-dir=${data}`, `--self-check=${await model.listen()}`]
    const { said, ...ended } = await runToEnd(program, args, { limitSeconds, signal })
    signal?.throwIfAborted()
    const steps = path.join(data, 'self-check', 'steps.jsonl')
    const seen: Seen = {
      ...ended,
      steps: existsSync(steps) ? readFileSync(steps, 'utf8') : '',
      lastWords: said.trim().split('\n').at(-1)?.slice(-300) ?? '',
      ...(program.lacks !== undefined && { lacks: program.lacks }),
      ...(ended.code === 0 && { log: await auditing(data, 'verify') }),
    }
    const rows = judge(seen)
    const requests = model.state.log.map(({ method, path: asked, status, error }) =>
      `${method} ${asked}: ${status} ${error?.message ?? ''}`.trim(),
    )
    const log = [
      'Atrium:',
      said.trim() === '' ? 'It printed nothing.' : said,
      '',
      'Requests to the scripted model:',
      ...requests,
      '',
      'Audit log:',
      seen.log?.said ?? '',
    ].join('\n')
    const records = existsSync(path.join(data, 'journal.db')) ? (await auditing(data, 'export')).said : ''
    writeReport({ report, home, rows, log, records, from: path.join(data, 'self-check'), name: program.name })
    return rows
  } finally {
    await model.close()
    rmSync(place, { recursive: true, force: true, maxRetries: 10 })
  }
}

type Limits = { limitSeconds: number; signal: AbortSignal | undefined }
type Ended = Pick<Seen, 'refused' | 'code'> & { said: string }

/** Resolves when the program has ended, by itself or for being late. */
async function runToEnd(program: Program, args: string[], { limitSeconds, signal }: Limits): Promise<Ended> {
  signal?.throwIfAborted()
  let child: ChildProcess
  try {
    child = program.start(args)
  } catch (error) {
    return { refused: refusalOf(error), said: '' }
  }
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => (said = `${said}${chunk}`.slice(-200_000)))
  let isLate = false
  const tired = setTimeout(() => {
    isLate = true
    child.kill('SIGKILL')
  }, limitSeconds * 1000)
  let stubborn: NodeJS.Timeout | undefined
  const stop = (): void => {
    child.kill('SIGTERM')
    stubborn = setTimeout(() => child.kill('SIGKILL'), orderlyMs)
  }
  signal?.addEventListener('abort', stop, { once: true })
  try {
    const closed = once(child, 'close').catch(() => undefined)
    const [code] = (await once(child, 'exit')) as [number | null]
    // Another program that it started can keep its output open, so the rest is awaited only briefly.
    await Promise.race([closed, wait(outputPatience, undefined, { ref: false })])
    return { said, ...(!isLate && { code }) }
  } catch (error) {
    return { refused: refusalOf(error), said }
  } finally {
    clearTimeout(tired)
    clearTimeout(stubborn)
    signal?.removeEventListener('abort', stop)
    child.stdout?.destroy()
    child.stderr?.destroy()
  }
}

const refusalOf = (error: unknown): string =>
  `This system didn’t run the program: ${error instanceof Error ? error.message : String(error)}.`

/** Runs a command of the audit log on the data folder, as users have it. */
async function auditing(data: string, command: 'verify' | 'export'): Promise<{ code: number | null; said: string }> {
  const audit = [path.join(root, 'out/main/audit.js'), command, '--data-dir', data]
  const child = spawn(process.execPath, audit, { stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, problem] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, said: `${out}${problem}`.trim() }
}

type Report = { report: string; home: string; rows: Row[]; log: string; records: string; from: string; name: string }

/** Files that the program wrote for the report. */
const files = ['facts.json', 'installation.txt', 'question.png', 'reply.png', 'problem.png']
/** The other files of a report. */
const ownFiles = ['report.json', 'report.txt', 'log.txt', 'records.jsonl']

/** Makes the report's folder, and empties an earlier one. Throws if it can't be written, or if other files are in it. */
export function openReport(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw new Error(`Can’t write to ${folder}: ${reasonOf(error)}. Name another folder with --report.`, {
      cause: error,
    })
  }
  const there = readdirSync(folder)
  if (there.some((name) => ![...files, ...ownFiles].includes(name)))
    throw new Error(`${folder} has other files. Name a new folder with --report.`)
  for (const name of there) rmSync(path.join(folder, name))
}

/** Writes what can be sent: no secret is in it, and neither the home folder nor the user's name. */
function writeReport({ report, home, rows, log, records, from, name }: Report): void {
  const plain = (written: string): string => withoutUser(written, home, userInfo().username)
  for (const file of files.filter((it) => existsSync(path.join(from, it)))) {
    const bytes = readFileSync(path.join(from, file))
    writeFileSync(path.join(report, file), file.endsWith('.png') ? bytes : plain(bytes.toString()))
  }
  const facts = parseJson(
    existsSync(path.join(from, 'facts.json')) ? readFileSync(path.join(from, 'facts.json'), 'utf8') : '',
  )
  const about = { package: name, system: `${process.platform} ${release()} ${process.arch}`, display: displayServer() }
  const all = {
    ...about,
    atrium: facts ?? {},
    passes: passes(rows),
    at: new Date().toISOString(),
    rows,
  }
  writeFileSync(path.join(report, 'report.json'), plain(`${JSON.stringify(all, undefined, 2)}\n`))
  const head = [
    `Package: ${name}`,
    `System: ${about.system}`,
    `Display: ${about.display}`,
    `Atrium: ${factsLine(facts)}`,
    '',
  ]
  writeFileSync(path.join(report, 'report.txt'), plain(`${[...head, ...rows.map(lineOf)].join('\n')}\n`))
  writeFileSync(path.join(report, 'log.txt'), plain(`${log}\n`))
  writeFileSync(path.join(report, 'records.jsonl'), plain(`${records}\n`))
}

/** The program's facts about itself, such as `atrium 0.1.0, electron 45.5.0`. */
const factsLine = (facts: unknown): string =>
  isObject(facts)
    ? Object.entries(facts)
        .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
        .join(', ')
    : 'it wrote nothing about itself'

/** A row in one line. */
export const lineOf = ({ title, outcome, ms, sentence }: Row): string =>
  [`${outcome.padEnd(8)}${title}`, ms === undefined ? '' : ` (${ms} ms)`, sentence ? `: ${sentence}` : ''].join('')

/** The session as the system names it; the program's own name for it is in its facts. */
function displayServer(): string {
  const { XDG_SESSION_TYPE, XDG_CURRENT_DESKTOP, WAYLAND_DISPLAY, DISPLAY } = process.env
  if (process.platform !== 'linux') return process.platform
  const drawn = WAYLAND_DISPLAY ? 'wayland' : DISPLAY ? 'x11' : 'none'
  return [...new Set([XDG_SESSION_TYPE ?? drawn, drawn, XDG_CURRENT_DESKTOP ?? ''])].filter(Boolean).join(', ')
}
