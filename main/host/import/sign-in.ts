import type { OauthTemplate, Template } from '../../../shared/config/candidate.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import type { Gaps } from './gaps.ts'
import { isBlankMember, type Members } from './members.ts'

/** Members in which applications write an OAuth client; some write its parts beside them instead. */
const places = ['oauth', 'auth']

/** An OAuth client's members, by their names in lower case without hyphens and underscores. */
const parts: Record<string, 'id' | 'secret' | 'scopes' | 'port' | 'redirect' | 'tokens' | 'found' | 'switch'> = {
  clientid: 'id',
  clientsecret: 'secret',
  scope: 'scopes',
  scopes: 'scopes',
  oauthscopes: 'scopes',
  callbackport: 'port',
  redirectport: 'port',
  redirecturi: 'redirect',
  tokens: 'tokens',
  clientinformation: 'tokens',
  codeverifier: 'tokens',
  authorizationurl: 'found',
  tokenurl: 'found',
  authservermetadataurl: 'found',
  enabled: 'switch',
}

/** The OAuth client, if an entry has one. Tokens are never taken. */
export function readSignIn(members: Members, gaps: Gaps): OauthTemplate | undefined {
  const oauth: OauthTemplate = {}
  for (const place of places) {
    const value = members.take(place)
    if (isObject(value)) readPlace({ place, value, members, gaps }, oauth)
    else if (!isBlankMember(value)) members.lose(place, 'no-such-setting')
  }
  const flat = {
    clientId: members.text('oauthClientId'),
    clientSecret: members.text('oauthClientSecret'),
    scopes: scopesOf(members.take('oauthScopes', 'scopes')),
  }
  if (flat.clientId !== undefined) oauth.clientId = gaps.read(flat.clientId, { name: 'oauthClientId' })
  if (flat.clientSecret !== undefined) oauth.clientSecret = secretOf(flat.clientSecret, gaps)
  if (flat.scopes !== undefined) oauth.scopes = flat.scopes
  return Object.keys(oauth).length > 0 ? oauth : undefined
}

type Reading = { place: string; value: JsonObject; members: Members; gaps: Gaps }

function readPlace({ place, value, members, gaps }: Reading, oauth: OauthTemplate): void {
  const known = Object.entries(value).map(
    ([name, it]) => [name, it, parts[name.toLowerCase().replaceAll(/[-_]/g, '')]] as const,
  )
  // An entry with nothing but tokens: the user signs in again, and no other member is worth a remark.
  if (known.length > 0 && known.every(([, , part]) => part === 'tokens'))
    return members.lose(place, 'sign-in-is-done-anew')
  for (const [name, it, part] of known) {
    if (isBlankMember(it) || part === 'switch') continue
    const text = typeof it === 'string' ? it : undefined
    const port = part === 'port' ? portOf(it) : part === 'redirect' && text !== undefined ? portIn(text) : undefined
    const scopes = part === 'scopes' ? scopesOf(it) : undefined
    if (part === 'id' && text !== undefined) oauth.clientId = gaps.read(text, { name })
    else if (part === 'secret' && text !== undefined) oauth.clientSecret = secretOf(text, gaps)
    else if (scopes !== undefined) oauth.scopes = scopes
    else if (port !== undefined) oauth.callbackPort = port
    else if (part === 'tokens') members.lose(`${place}.${name}`, 'sign-in-is-done-anew')
    else members.lose(`${place}.${name}`, part === 'found' ? 'found-out-when-signing-in' : 'no-such-setting')
  }
}

const secretOf = (text: string, gaps: Gaps): Template => gaps.named('CLIENT_SECRET', text).value

function scopesOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value.slice(0, 4096)
  const texts = Array.isArray(value) ? value.filter((it) => typeof it === 'string') : []
  return texts.length > 0 ? texts.join(' ').slice(0, 4096) : undefined
}

function portOf(value: JsonValue): number | undefined {
  const port = Number(value)
  return Number.isInteger(port) && port >= 1024 && port <= 65_535 ? port : undefined
}

/** `http://localhost:7778/oauth/callback`, or `127.0.0.1:7778`. */
const portIn = (text: string): number | undefined => portOf(/:(\d{1,5})(?:\/|$)/.exec(text)?.[1] ?? '')
