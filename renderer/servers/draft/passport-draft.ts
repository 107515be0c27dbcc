import type { Passport } from '../../../shared/config/passport.ts'
import { newNamedValue, type NamedValue } from './named-values.ts'
import { emptyDraft, type ServerDraft } from './server-draft.ts'

/** A passport in the form: its text, which is sent with the server, and the fingerprint of its key. */
export type DraftPassport = { text: string; fingerprint: string }

/** The form of a passport's server. The values it doesn't contain are left to be filled in. */
export function draftOfPassport({ server }: Passport): ServerDraft {
  const { id, name = '', reached } = server
  const named = { ...emptyDraft(), id, name }
  if (reached.type === 'http') return { ...named, kind: 'http', url: reached.url, headers: rowsOf(reached.headers) }
  const { command, args, cwd = '', env } = reached
  return { ...named, command, args: args.join('\n'), cwd, env: rowsOf(env) }
}

const rowsOf = (names: { name: string; secret: boolean }[]): NamedValue[] =>
  names.map(({ name, secret }) => newNamedValue({ name, secret, ...(!secret && { pattern: `<${name}>` }) }))
