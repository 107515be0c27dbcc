import { canonicalBase64 } from '../../../shared/text/base64.ts'
import { isObject, parseJson, type JsonObject } from '../../../shared/schema/json.ts'

/** Links of this scheme open Atrium; its pages have the same scheme with the host `app`, which no link reaches. */
export const linkScheme = 'atrium'
const longestLink = 16 * 1024

/** A link's place: a form that is filled in, or a record. A link adds and starts nothing. */
export type AtriumLink = { add: { name: string; config: JsonObject } } | { install: string }

/** Reads a link of Atrium's own, clicked or pasted; undefined for one with anything else in it. */
export function readAtriumLink(written: string): AtriumLink | undefined {
  const link = written.length <= longestLink && URL.canParse(written) ? new URL(written) : undefined
  if (link?.protocol !== `${linkScheme}:` || link.port !== '' || link.username !== '' || link.hash !== '')
    return undefined
  if (link.pathname !== '' && link.pathname !== '/') return undefined
  const pairs = [...link.searchParams]
  const given = new Map(pairs)
  if (given.size !== pairs.length) return undefined
  const names = [...given.keys()]
  if (link.hostname === 'add' && names.every((name) => name === 'name' || name === 'config'))
    return addOf(given.get('name') ?? 'server', given.get('config') ?? '')
  if (link.hostname === 'install' && names.join() === 'registry') return recordOf(given.get('registry') ?? '')
  return undefined
}

/** The name of a registry's record. */
const recordOf = (name: string): AtriumLink | undefined =>
  /^[\w.-]{1,100}\/[\w.-]{1,100}$/.test(name) ? { install: name } : undefined

/** One server as a configuration file has it: a program or a URL, whose values the form reads and checks. */
function addOf(name: string, encoded: string): AtriumLink | undefined {
  // A plus sign in a query is read as a blank.
  const bytes = canonicalBase64(encoded.replaceAll(' ', '+'))
  if (bytes === undefined || !/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,63}$/.test(name)) return undefined
  const config = parseJson(Buffer.from(bytes, 'base64').toString('utf8'))
  if (!isObject(config) || (typeof config['command'] === 'string') === (typeof config['url'] === 'string'))
    return undefined
  return { add: { name, config } }
}
