import { baseUrlFor, readBaseUrl } from '../../../shared/config/base-url.ts'
import { headerProblem } from '../../../shared/config/endpoint-headers.ts'
import { aboutProfile, apiOf } from '../../../shared/config/profiles.ts'
import type { Endpoint, Profile, ApiName } from '../../../shared/config/settings.ts'
import { providers } from '../../strings/providers.ts'

const words = providers.form

/** The form of an endpoint as it is typed. */
export type ProviderDraft = {
  profile: Profile
  key: string
  url: string
  name: string
  /** Undefined: the profile's usual one. */
  wire: ApiName | undefined
  /** One per line, a colon after its name. */
  headers: string
}

/** Sentences beside the fields of a provider's form. */
export type ProviderProblems = Partial<Record<'key' | 'url' | 'headers', string>>

/** A new provider, with everything filled in that is known of its kind. */
export const draftFor = (profile: Profile): ProviderDraft => ({
  profile,
  key: '',
  url: presetOf(profile),
  name: '',
  headers: '',
  // Most servers that Atrium doesn't know have OpenAI's API.
  wire: profile === 'other' ? 'chat' : undefined,
})

/** A stored endpoint as its form; the key is never filled in. */
export const providerDraftOf = ({ profile, baseUrl, name = '', wire, headers = {} }: Endpoint): ProviderDraft => ({
  profile,
  key: '',
  url: baseUrl,
  name,
  wire,
  headers: Object.entries(headers)
    .map(([header, value]) => `${header}: ${value}`)
    .join('\n'),
})

/** The draft for another kind of server: a preset URL becomes the other kind's. */
export function withProfile(draft: ProviderDraft, profile: Profile): ProviderDraft {
  const { url, wire } = draftFor(profile)
  return { ...draft, profile, wire, url: draft.url === presetOf(draft.profile) ? url : draft.url }
}

/** The usual address; a gateway has none. */
const presetOf = (profile: Profile): string => (profile === 'anthropic' ? '' : (aboutProfile[profile].baseUrl ?? ''))

/** The endpoint that the draft describes, and its key; or its problems, by field. */
export function readProviderDraft(
  { profile, key, url, name, wire, headers }: ProviderDraft,
  isKeyKept: boolean,
): { config: Endpoint; key?: string } | { problems: ProviderProblems } {
  const read = readBaseUrl(url)
  const extra = readHeaders(headers)
  const lacksKey = key.trim() === '' && !isKeyKept && aboutProfile[profile].keyed === true
  if (!read || 'problem' in extra || lacksKey)
    return {
      problems: {
        ...(!read && { url: words.notUrl }),
        ...('problem' in extra && { headers: extra.problem }),
        ...(lacksKey && { key: words.keyMissing }),
      },
    }
  // The path that was pasted says which API an unknown server has.
  const chosen = profile === 'other' && read.wire ? read.wire : wire
  const config: Endpoint = {
    ...(name.trim() !== '' && { name: name.trim() }),
    baseUrl: baseUrlFor(read.baseUrl, apiOf({ profile, wire: chosen }), profile),
    profile,
    ...(chosen && { wire: chosen }),
    ...(Object.keys(extra.headers).length > 0 && { headers: extra.headers }),
  }
  return { config, ...(key.trim() !== '' && { key: key.trim() }) }
}

function readHeaders(typed: string): { headers: Record<string, string> } | { problem: string } {
  const headers: Record<string, string> = {}
  for (const line of typed.split('\n').filter((each) => each.trim() !== '')) {
    const [, name = '', value = ''] = /^([^:]*):?(.*)$/.exec(line) ?? []
    const problem = line.includes(':') ? headerProblem(name.trim(), value.trim()) : 'name'
    if (problem) return { problem: words.headerProblems[problem](name.trim().slice(0, 64)) }
    headers[name.trim()] = value.trim()
  }
  return { headers }
}
