import { isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import { serverForm } from '../../strings/servers/servers-form.ts'
import { strings } from '../../strings/strings.ts'
import { readClient } from './pasted-client.ts'
import { gapsIn, readNamedValue, type Inputs } from './paste-gaps.ts'
import { isSecretName, isSecretValue } from '../../../shared/text/secret-signs.ts'
import { emptyDraft, type ServerDraft } from './server-draft.ts'
import { idOfAddress, idOfText, idOfWords } from './suggest-id.ts'

/** One server of a pasted config. */
export type FoundServer = {
  draft: ServerDraft
  /** It was turned on in its application. */
  isOn: boolean
  /** The entry's members that Atrium doesn't use, one sentence each. */
  notes: string[]
}

const { pasted, problems } = serverForm

const addressTypes = /^(http|sse|streamable[-_]?http)$/i
const addressKeys = ['url', 'serverUrl', 'httpUrl']

/** All members of an entry that are used or have no effect. */
const known = new Set([
  ...['type', 'transport', 'command', 'args', 'env', 'cwd', ...addressKeys, 'headers'],
  ...['name', 'description', 'disabled', 'enabled', 'gallery', 'version'],
])

/** Reads an entry in other applications' formats; a sentence if it can't be used. */
export function readEntry(id: string, entry: JsonObject, inputs: Inputs): FoundServer | string {
  const name = idOfText(id) || pasted.unnamed
  const type = [entry['type'], entry['transport']].find((it) => typeof it === 'string')
  const address = addressKeys.map((key) => entry[key]).find((it) => typeof it === 'string')
  const isAddress = type === undefined ? typeof entry['command'] !== 'string' : addressTypes.test(type)
  if (type === 'playground') return pasted.playground
  if (type !== undefined && !isAddress && type !== 'stdio') return pasted.transport(name, type.slice(0, 40))
  const draft = isAddress
    ? address !== undefined && addressDraft(address, entry, inputs)
    : typeof entry['command'] === 'string' && programDraft(entry['command'], entry, inputs)
  if (!draft) return lacks(name, type, isAddress)
  const client = isAddress ? readClient(entry, inputs) : undefined
  const others = [
    ...Object.keys(entry).filter((key) => !known.has(key) && key !== client?.key),
    ...(client?.notTaken ?? []),
  ]
  return {
    draft: { ...draft, ...(client && { client: client.client }), id: idOfText(id) || draft.id },
    isOn: entry['disabled'] !== true && entry['enabled'] !== false,
    notes: others.length === 0 ? [] : [pasted.notTaken(others.slice(0, 8).join(', ').slice(0, 200))],
  }
}

function lacks(name: string, type: string | undefined, isAddress: boolean): string {
  if (type === undefined) return pasted.lacksBoth(name)
  return isAddress ? pasted.lacksUrl(name) : pasted.lacksCommand(name)
}

function addressDraft(url: string, { headers }: JsonObject, inputs: Inputs): ServerDraft {
  return { ...draftOfAddress(url), headers: readNamedValues(headers, inputs) }
}

function programDraft(command: string, { args, env, cwd }: JsonObject, inputs: Inputs): ServerDraft {
  return {
    ...draftOfWords([command, ...(Array.isArray(args) ? args.map(asText) : [])]),
    cwd: typeof cwd === 'string' ? cwd : '',
    env: readNamedValues(env, inputs),
  }
}

const readNamedValues = (values: JsonValue | undefined, inputs: Inputs): ServerDraft['env'] =>
  isObject(values) ? Object.entries(values).map(([name, value]) => readNamedValue(name, asText(value), inputs)) : []

const asText = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value))

export const draftOfAddress = (url: string): ServerDraft => ({
  ...emptyDraft(),
  kind: 'http',
  id: idOfAddress(url),
  url: url.trim(),
})

export const draftOfWords = ([command = '', ...args]: string[]): ServerDraft => ({
  ...emptyDraft(),
  id: idOfWords([command, ...args]),
  command,
  args: args.join('\n'),
})

/** A remaining placeholder in a pasted server that no field asks for. */
export function gapOf({ kind, url, command, args, cwd, client }: ServerDraft): string | undefined {
  const places =
    kind === 'http'
      ? ([
          [problems.gapInAddress, url],
          [strings.signIn.form.gapInClientId, client.clientId],
        ] as const)
      : ([
          [problems.gapInCommand, command],
          [problems.gapInArguments, args],
          [problems.gapInFolder, cwd],
        ] as const)
  for (const [problem, text] of places) {
    const [found] = gapsIn(text)
    if (found !== undefined) return problem(found)
  }
  return undefined
}

/** Finds text like a secret in a part that can't use the store: it stays readable in servers.json. */
export function exposedSecret({ kind, url, args }: ServerDraft): string | undefined {
  const isExposed =
    kind === 'http'
      ? [...(URL.parse(url.trim())?.searchParams ?? [])].some(([name, value]) => isSecret(name, value))
      : args.split('\n').some((line, index, lines) => isSecretWord(line.trim(), lines[index - 1]?.trim() ?? ''))
  if (!isExposed) return undefined
  return kind === 'http' ? problems.exposedInAddress : problems.exposedInArguments
}

const isSecret = (name: string, value: string): boolean => value !== '' && (isSecretName(name) || isSecretValue(value))

/** `--api-key=…`, `TOKEN=…`, a preceding `--token`, `Authorization: …`, or a value with a secret's form. */
function isSecretWord(word: string, before: string): boolean {
  const [name = '', value] = word.split(/(?:=|:\s)(.*)/s)
  if (value !== undefined && isSecret(name, value.trim())) return true
  return isSecretValue(word) || (before.startsWith('-') && !word.startsWith('-') && isSecret(before, value ?? word))
}
