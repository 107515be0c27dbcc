import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import {
  fillLaunch,
  secretArguments,
  unanswered,
  type Answers,
  type NamedText,
  type Template,
} from '../../../shared/config/candidate.ts'
import { importCodes } from '../../../shared/config/import-words.ts'
import type { Imported, ImportedServer, ImportProblem } from '../../../shared/config/imported.ts'
import type { HostLink, Input } from '../../../shared/contract/commands.ts'
import { errorSentence } from '../common/ending.ts'
import { Unfinished } from './unfinished.ts'
import { terminalWords } from './words.ts'
import { defined } from '../../../shared/schema/json.ts'

const words = terminalWords.imported

/** Max bytes of a file, as the host reads. */
const mostBytes = 5 * 1024 * 1024

type Asked = { file: string; add: boolean }

/** The preview of a file's servers, line by line; with `add`, also adds them. `problems` are about those not added. */
export async function importFile(
  { file, add }: Asked,
  link: HostLink,
): Promise<{ lines: string[]; problems: string[] }> {
  const imported = await link.call('readImport', { text: textOf(file), fileName: path.basename(file).slice(0, 255) })
  const { client, format, problem, servers, skipped, more } = imported
  if (problem) throw new Unfinished('arguments', words.unreadable(file, importCodes.problems[problem.code](problem)))
  const lines = [
    words.source(importCodes.format(client, format), file),
    ...servers.flatMap(linesOf),
    ...skipped.map(({ sourceName, why, detail }) => importCodes.leftOut(sourceName, importCodes.skipped[why], detail)),
    ...(more === undefined ? [] : [words.more(more)]),
  ]
  if (!add) return { lines: [...lines, servers.length === 0 ? words.none : words.preview], problems: [] }
  const { added, problems } = await addAll(imported, link)
  return { lines: [...lines, added.length === 0 ? words.none : words.added(added)], problems }
}

/** A file's text, with the limits and encodings of the window. */
function textOf(file: string): string {
  const refuse = (problem: ImportProblem): Unfinished =>
    new Unfinished('arguments', words.unreadable(file, importCodes.problems[problem.code](problem)))
  try {
    const found = statSync(file)
    if (!found.isFile()) throw refuse({ code: 'not-a-file' })
    if (found.size > mostBytes) throw refuse({ code: 'too-large', detail: (found.size / 1024 / 1024).toFixed(1) })
    const bytes = readFileSync(file)
    const encoding = marks[bytes.subarray(0, 2).toString('hex')] ?? 'utf-8'
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof Unfinished) throw error
    if (error instanceof TypeError) throw refuse({ code: 'not-utf-8' })
    throw refuse({ code: 'unreadable', detail: error instanceof Error ? error.message : String(error) })
  }
}

/** Byte order marks of UTF-16, in hexadecimal. */
const marks: Record<string, string> = { fffe: 'utf-16le', feff: 'utf-16be' }

/** One server: what it starts or reaches, what it needs, and what to look at. Values of variables aren't printed. */
function linesOf({ candidate, isOn, notCarried, changes, warnings }: ImportedServer): string[] {
  const { id, launch, questions } = candidate
  const labels = Object.fromEntries(questions.map((question) => [question.id, question.label]))
  const text = (template: Template): string =>
    template.map((part) => (typeof part === 'string' ? part : `<${labels[part.ask] ?? part.ask}>`)).join('')
  const named = ({ name, secret }: { name: string; secret: boolean }, say: (name: string) => string): string =>
    secret ? words.secret(say(name)) : say(name)
  const own =
    launch.type === 'http'
      ? [words.remark(text(launch.url)), ...launch.headers.map((it) => named(it, words.header))]
      : [
          words.remark([launch.command, ...launch.args].map(text).join(' ')),
          ...(launch.cwd ? [words.folder(text(launch.cwd))] : []),
          ...launch.env.map((it) => named(it, words.variable)),
        ]
  const asked = questions.map(({ label }) => label)
  const remarks = [
    ...(asked.length > 0 ? [importCodes.needs(asked.join(', '))] : []),
    ...warnings.map((warning) => importCodes.warnings[warning]),
    ...changes.map((change) => importCodes.changes[change]),
    ...notCarried.map(({ what, why }) => importCodes.notTaken(what, importCodes.losses[why])),
  ]
  return [id, ...own, ...(isOn ? [] : [words.off]), ...remarks.map(words.remark)]
}

/**
 * Adds the file's servers that are on and aren't configured here yet. A server that can't be added doesn't affect the
 * others.
 */
async function addAll({ servers }: Imported, link: HostLink): Promise<{ added: string[]; problems: string[] }> {
  const added: string[] = []
  const problems: string[] = []
  for (const server of servers.filter(({ isOn, twin }) => isOn && twin === undefined)) {
    const { id } = server.candidate
    const input = inputOf(server)
    if ('missing' in input) problems.push(words.notAdded(id, input.missing))
    else
      try {
        await link.call('addServer', input)
        added.push(id)
      } catch (error) {
        problems.push(words.notAdded(id, errorSentence(error)))
      }
  }
  return { added, problems }
}

/** The command that adds a server, its secrets apart, or what it lacks. */
function inputOf({ candidate }: ImportedServer): Input<'addServer'> | { missing: string } {
  const { id, name, launch, questions } = candidate
  const answers: Answers = Object.fromEntries(
    questions.flatMap(({ id: ask, initial }) => (initial === undefined ? [] : [[ask, initial]])),
  )
  const open = unanswered({ questions }, answers)
  const labels = questions.filter((question) => open.includes(question.id)).map(({ label }) => label)
  if (labels.length > 0) return { missing: words.inWindow(labels.join(', ')) }
  const apart = secretArguments({ launch, questions }, answers)
  const { launch: filled, unfit } = fillLaunch(launch, answers, apart.placeholders)
  if (unfit.length > 0) return { missing: words.unfit }
  const secrets: Record<string, string> = {}
  const named = (part: string, values: NamedText[]) =>
    Object.fromEntries(
      values.map((it) => {
        if (!it.secret || it.value === '') return [it.name, it.value]
        const place = `server/${id}/${part}/${it.name}`.slice(0, 190)
        secrets[place] = it.value
        return [it.name, { secret: place }]
      }),
    )
  const label = name === undefined || name === id ? {} : { name }
  if (filled.type === 'stdio') {
    const { command, args, env, cwd } = filled
    const own = apart.values.map(({ name: argument, value }) => {
      const place = `server/${id}/argument/${argument}`
      secrets[place] = value
      return [argument, { secret: place }] as const
    })
    return {
      id,
      config: {
        ...label,
        command,
        args,
        env: named('env', env),
        ...(own.length > 0 && { secretArguments: Object.fromEntries(own) }),
        ...defined({ cwd }),
      },
      secrets,
    }
  }
  return { id, config: { ...label, type: 'http', url: filled.url, headers: named('header', filled.headers) }, secrets }
}
