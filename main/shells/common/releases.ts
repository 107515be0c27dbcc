import { isObject } from '../../../shared/schema/json.ts'

/** A repository's owner or name, as forges write them. */
const part = /^[\w-][\w.-]{0,99}$/

/**
 * Where a repository publishes releases, from the member `repository` of package.json (npm's documentation): GitHub, or
 * a Forgejo or Gitea, whose APIs describe the newest release alike. Undefined for anything else.
 */
export function releasesOf(repository: unknown): { feed: string; page: string } | undefined {
  const written = isObject(repository) ? repository['url'] : repository
  const url = typeof written === 'string' ? addressIn(written) : undefined
  if (!url) return undefined
  const [owner = '', name = '', ...rest] = url.pathname
    .replace(/\.git$/, '')
    .split('/')
    .filter((it) => it !== '')
  if (!part.test(owner) || !part.test(name) || rest.length > 0) return undefined
  const path = `${owner}/${name}`
  const isGitHub = url.host === 'github.com'
  const api = isGitHub ? 'https://api.github.com' : `${url.origin}/api/v1`
  return { feed: `${api}/repos/${path}/releases/latest`, page: `${url.origin}/${path}/releases` }
}

/** The repository's web address: encrypted, or on this computer; without a name and password. */
function addressIn(written: string): URL | undefined {
  const text = written.replace(/^git\+/, '').replace(/^(?:github:)?(?=[\w-][\w.-]*\/[\w.-]+$)/, 'https://github.com/')
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || url.username !== '' || url.password !== '') return undefined
  return url.protocol === 'https:' || (url.protocol === 'http:' && url.hostname === '127.0.0.1') ? url : undefined
}
