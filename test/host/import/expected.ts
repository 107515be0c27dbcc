import { asksIn, type NamedTemplate, type Template } from '../../../shared/config/candidate.ts'
import type { Imported, ImportedServer } from '../../../shared/config/imported.ts'

/** A sample's expected result, as far as the tests look at it. */
export type Expected = {
  client: string
  file: string
  scope: 'user' | 'project' | 'any'
  format: string
  existing?: Record<string, { command: string; args: string[] }>
  problem: { code: string; line?: number; column?: number; hint?: string } | null
  servers: ({ warnings?: string[] } & Record<string, unknown>)[]
  skipped: { sourceName: string; why: string; detail?: string }[]
}

const stands = { '<HOME>': '/home/me', '<PROJECT:basename>': 'shop', '<PROJECT>': '/work/shop' }

/** The expected result in a form that can be compared, with the folders of the test. */
export function expectedOf({ format, problem, servers, skipped }: Expected): unknown {
  const plain = { format: format.startsWith('json') ? 'json' : format, problem, skipped }
  let text = JSON.stringify({ ...plain, servers: servers.map(({ warnings: _, ...it }) => full(it)) })
  for (const [stand, folder] of Object.entries(stands)) text = text.replaceAll(stand, folder)
  return JSON.parse(text)
}

const full = (server: Record<string, unknown>): object => ({
  changes: [],
  suggestions: [],
  ...server,
  notCarried: sorted(server['notCarried'] ?? []),
})

/** The samples give these no order. */
const sorted = (list: unknown): unknown[] =>
  Array.isArray(list) ? list.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : []

/** The result of reading, in the words of the samples. */
export const seenAs = ({ format, problem, servers, skipped }: Imported): unknown => ({
  format,
  problem,
  skipped,
  servers: servers.map(serverSeen),
})

function serverSeen({ candidate, ...server }: ImportedServer): object {
  const { launch, questions } = candidate
  const { sourceName, place, isOn, timeoutSeconds, notCarried, changes, suggestions, fromEnvironment } = server
  const text = (template: Template): string => textOf(template, candidate)
  const named = (values: NamedTemplate[]) => values.map((value) => namedSeen(value, candidate))
  const cwd = launch.type === 'stdio' && launch.cwd
  return {
    sourceName,
    id: candidate.id,
    kind: launch.type,
    enabled: isOn,
    ...(place !== undefined && { place }),
    ...(launch.type === 'stdio'
      ? {
          command: text(launch.command),
          args: launch.args.map(text),
          cwd: cwd && cwd.every((part) => typeof part === 'string') ? text(cwd) : null,
          env: named(launch.env),
        }
      : { url: text(launch.url), headers: named(launch.headers), ...oauthSeen(launch.oauth) }),
    ...(timeoutSeconds !== undefined && { timeoutSeconds }),
    asks: questions.map(({ id, label, example, secret, initial, choices }) => ({
      id,
      words: id === 'cwd' ? example : label,
      secret,
      ...(initial !== undefined && { default: initial }),
      ...(choices && { choices }),
      ...(fromEnvironment.includes(id) && { variable: id.slice('env:'.length) }),
    })),
    notCarried: sorted(notCarried),
    changes: [...changes],
    suggestions: suggestions.map(({ what, launch: better }) =>
      better.type === 'stdio'
        ? { what }
        : {
            what,
            url: text(better.url),
            headers: better.headers.map(({ name, secret }) => ({ name, secret, from: 'env:AUTH_HEADER' })),
          },
    ),
  }
}

type Launched = Pick<ImportedServer, 'candidate'>['candidate']

function oauthSeen(oauth: Extract<Launched['launch'], { type: 'http' }>['oauth']): object {
  if (!oauth) return {}
  const { clientId, clientSecret, ...rest } = oauth
  const id = clientId?.[0]
  const secret = clientSecret?.[0]
  return {
    oauth: {
      ...(id !== undefined && { clientId: id }),
      ...(secret !== undefined && {
        clientSecret: typeof secret === 'string' ? { secret: true, given: true } : secret,
      }),
      ...rest,
    },
  }
}

/** Gaps with the first value of their field, else with the words of their question. */
function textOf(template: Template, { questions }: Launched): string {
  return template
    .map((part) => {
      if (typeof part === 'string') return part
      const question = questions.find(({ id }) => id === part.ask)
      const label = /^(file|gap):/.test(part.ask) ? part.ask.replace(/^gap:/, '') : (question?.label ?? '')
      return question?.initial === undefined ? `<${label}>` : String(question.initial)
    })
    .join('')
}

function namedSeen({ name, value, secret }: NamedTemplate, candidate: Launched): object {
  const asks = asksIn(value)
  const isAnswered = asks.every((ask) =>
    candidate.questions.some(({ id, initial }) => id === ask && initial !== undefined),
  )
  if (asks.length === 0 && secret) return { name, secret, given: true }
  if (!secret && isAnswered) return { name, secret, value: textOf(value, candidate) }
  return { name, secret, ask: asks[0], ...(value.length > 1 && { pattern: textOf(value, candidate) }) }
}
