import { secretPrefixOf } from '../../../../shared/config/secret-prefixes.ts'
import { serverForm } from '../../../strings/servers/servers-form.ts'
/** A name and value in the form: an environment variable, a header, or a secret argument. */
export type NamedValue = {
  key: number
  name: string
  value: string
  secret: boolean
  /** The stored value's name in the secret store. */
  kept?: string | undefined
  /** The expected form of the value, if a pasted config had a placeholder. */
  pattern?: string | undefined
}

/** A row's problem, and the field it is in. */
export type RowProblem = { at: 'name' | 'value'; says: string }

/** Rows' problems, by the row's key. */
export type RowProblems = Record<number, RowProblem>

const words = serverForm.namedValues

/**
 * The kinds of rows: their prefix in the secret store, the characters their names can't have, and when names are
 * equal.
 */
export const rowKinds = {
  env: { part: 'env', divider: '=', fold: (name: string) => name },
  headers: { part: 'header', divider: ':', fold: (name: string) => name.toLowerCase() },
  secretArguments: { part: 'argument', divider: '}', fold: (name: string) => name },
} as const

/** The lists of names and values that a server's form has. */
export type RowKind = keyof typeof rowKinds
/** The kinds of rows, in the form's order. */
export const rowKindNames = ['env', 'headers', 'secretArguments'] as const satisfies RowKind[]

let lastKey = 0
/** A row with a new key, secret unless `given` says otherwise. */
export const newNamedValue = (given: Partial<Omit<NamedValue, 'key'>> = {}): NamedValue => ({
  key: ++lastKey,
  name: '',
  value: '',
  secret: true,
  ...given,
})

type Setting = string | { secret: string }

/** A configuration's values, as rows. */
export const rowsOf = (settings: Record<string, Setting>): NamedValue[] =>
  Object.entries(settings).map(([name, value]) =>
    typeof value === 'string'
      ? newNamedValue({ name, value, secret: false })
      : newNamedValue({ name, secret: true, kept: value.secret }),
  )

/** Rows as a configuration stores them. */
type Settled = {
  /** With typed secrets in clear text: for checking only. */
  clear: Record<string, Setting>
  /** With a reference for each secret. */
  config: Record<string, Setting>
  /** The typed secrets, by their name in the store. */
  secrets: Record<string, string>
}

/** Splits a server's rows into its configuration and the values for the secret store. */
export function settle(rows: NamedValue[], kind: RowKind, id: string): Settled {
  const secretPrefix = secretPrefixOf(id)
  const used = new Set(rows.flatMap(({ secret, kept }) => (secret && kept !== undefined ? [kept] : [])))
  const settled = rows.map((row) => {
    const name = row.name.trim()
    const value = kind === 'headers' ? row.value.trim() : row.value
    const stays = row.kept !== undefined && value === ''
    if (!row.secret) return { name, clear: value, config: value }
    if (stays) return { name, clear: { secret: row.kept ?? '' }, config: { secret: row.kept ?? '' } }
    const place = row.kept?.startsWith(secretPrefix)
      ? row.kept
      : freeName(`${secretPrefix}${rowKinds[kind].part}/${name}`, used)
    used.add(place)
    return { name, clear: value, config: { secret: place }, typed: [place, value] as const }
  })
  return {
    clear: Object.fromEntries(settled.map(({ name, clear }) => [name, clear])),
    config: Object.fromEntries(settled.map(({ name, config }) => [name, config])),
    secrets: Object.fromEntries(settled.flatMap(({ typed }) => (typed && typed[1] !== '' ? [typed] : []))),
  }
}

/** An unused name in the store: a renamed row can still hold the obvious one. */
function freeName(wanted: string, used: Set<string>): string {
  const short = wanted.slice(0, 180)
  if (!used.has(short)) return short
  let n = 2
  while (used.has(`${short}-${n}`)) n++
  return `${short}-${n}`
}

/** Errors the server schema can't see: rows without a name or value, and duplicate names. */
export function rowProblems(rows: NamedValue[], kind: RowKind): RowProblems {
  const { divider, fold } = rowKinds[kind]
  const seen = new Set<string>()
  const problems: RowProblems = {}
  for (const row of rows) {
    const name = row.name.trim()
    const missing = missingValue(row)
    if (name === '') problems[row.key] = { at: 'name', says: words[kind].nameMissing }
    else if (name.includes(divider)) problems[row.key] = { at: 'name', says: words[kind].hasDivider }
    else if (seen.has(fold(name))) problems[row.key] = { at: 'name', says: words.givenTwice(name) }
    else if (missing !== undefined) problems[row.key] = { at: 'value', says: missing }
    seen.add(fold(name))
  }
  return problems
}

function missingValue({ value, secret, kept, pattern }: NamedValue): string | undefined {
  if (value !== '' || (secret && kept !== undefined)) return undefined
  if (kept !== undefined) return words.valueMissing
  if (pattern !== undefined) return words.enterWhole(pattern.slice(0, 100))
  return secret ? words.secretMissing : undefined
}
