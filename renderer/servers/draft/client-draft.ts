import type { HttpConfig } from '../../../shared/config/server-config.ts'
import { serverForm } from '../../strings/servers/servers-form.ts'
import { strings } from '../../strings/strings.ts'

const words = strings.signIn.form

/** The OAuth client in the form: text, empty if not set. */
export type ClientDraft = {
  clientId: string
  /** As typed; never a stored one. */
  secret: string
  /** The stored secret's name. */
  kept?: string | undefined
  /** The expected form of the secret, if a pasted config had a placeholder. */
  pattern?: string | undefined
  scopes: string
  port: string
  /** As in the file; the form keeps it. */
  issuer?: string | undefined
}

export const clientNames = ['clientId', 'clientSecret', 'scopes', 'callbackPort'] as const
export type ClientProblems = Partial<Record<(typeof clientNames)[number], string>>

export const noClient: ClientDraft = { clientId: '', secret: '', scopes: '', port: '' }

export const clientOf = (oauth: HttpConfig['oauth']): ClientDraft => ({
  ...noClient,
  clientId: oauth?.clientId ?? '',
  kept: oauth?.clientSecret?.secret,
  scopes: oauth?.scopes ?? '',
  port: oauth?.callbackPort?.toString() ?? '',
  issuer: oauth?.issuer,
})

export const isClientEmpty = ({ clientId, secret, kept, pattern, scopes, port }: ClientDraft): boolean =>
  [clientId, secret, kept, pattern, scopes, port].every((text) => text === undefined || text === '')

/** Splits it into the configuration and what goes to the secret store. */
export function settleClient(draft: ClientDraft, server: string): { oauth?: object; secrets: Record<string, string> } {
  const corner = `server/${server}/`
  const [clientId, secret, scopes, port] = [draft.clientId, draft.secret, draft.scopes, draft.port].map((it) =>
    it.trim(),
  )
  const isTyped = secret !== undefined && secret !== ''
  const place = draft.kept?.startsWith(corner) ? draft.kept : `${corner}oauth-client-secret`
  const name = isTyped ? place : draft.kept
  const oauth = {
    ...(clientId && { clientId }),
    ...(name !== undefined && { clientSecret: { secret: name } }),
    ...(scopes && { scopes }),
    ...(port && { callbackPort: Number(port) }),
    ...(draft.issuer !== undefined && { issuer: draft.issuer }),
  }
  return { ...(Object.keys(oauth).length > 0 && { oauth }), secrets: isTyped ? { [place]: secret } : {} }
}

/** Problems beyond the server schema. */
export function clientProblems({ clientId, secret, kept, pattern }: ClientDraft): ClientProblems {
  const hasSecret = secret.trim() !== '' || kept !== undefined
  if (!hasSecret && pattern !== undefined)
    return { clientSecret: serverForm.namedValues.enterWhole(pattern.slice(0, 100)) }
  return hasSecret && clientId.trim() === '' ? { clientId: words.secret.withoutId } : {}
}

/** The schema's message about one of its values, in plain words. */
export function clientSentence(name: (typeof clientNames)[number], message: string): string {
  if (name === 'callbackPort') return words.port.invalid
  return name === 'scopes' ? words.scopes.invalid : `${message}.`
}
