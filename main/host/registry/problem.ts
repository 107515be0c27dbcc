import { isObject, parseJson } from '../../../shared/schema/json.ts'
import { quoted } from '../base/text.ts'
import type { HttpProblem } from '../mcp/http/http-problem.ts'
import { registryWords as words } from './words.ts'

/** Why a registry's answer can't be used, as one or two sentences for users. */
export class RegistryProblem extends Error {
  override readonly name = 'RegistryProblem'
  /** Milliseconds the registry asked Atrium to wait. */
  readonly waitMs: number | undefined
  readonly status: number | undefined

  constructor(host: string, [clause, advice]: [clause: string, advice: string], rest: Rest = {}) {
    super(words.failed(host, clause, advice))
    this.waitMs = rest.waitMs
    this.status = rest.status
  }
}

type Rest = { waitMs?: number | undefined; status?: number | undefined }

/** A connection's problem in this area's words. */
export function connectionFailed(host: string, problem: HttpProblem, megabytes: number): RegistryProblem {
  if (problem.cut === 'tooLong') return new RegistryProblem(host, [words.tooLong(megabytes), words.tellOperator])
  return new RegistryProblem(host, [problem.clause, problem.advice.replace('its setup', 'Settings')])
}

/** A status other than success. `body` is the registry's, in one of the two forms of errors. */
export function statusFailed(host: string, response: Response, body: string): RegistryProblem {
  const { status } = response
  const waitMs = waitIn(response.headers.get('retry-after'))
  const advice = waitMs === undefined ? words.later : words.laterAt(Math.ceil(waitMs / 1000))
  const of = (clause: string, what: string) => new RegistryProblem(host, [clause, what], { status, waitMs })
  const text = saidIn(body)
  const said = text === '' ? '' : words.said(text)
  if (status === 404) return of(words.notFound, words.checkUrl)
  if (status === 401 || status === 403) return of(words.needsKey(status) + said, words.otherUrl)
  if (status === 429) return of(words.busy(said), advice)
  if (status >= 500) return of(words.inTrouble(status, said), advice)
  return of(words.refused(status, said), words.checkUrl)
}

function saidIn(body: string): string {
  const problem = parseJson(body)
  if (!isObject(problem)) return ''
  const text = [problem['detail'], problem['title'], problem['error']].find((it) => typeof it === 'string' && it !== '')
  return typeof text === 'string' ? quoted(text) : ''
}

/** Max milliseconds a registry can make Atrium wait. */
const longestWait = 3_600_000

/** Retry-After (RFC 9110, 10.2.3): seconds, or a date. */
function waitIn(header: string | null): number | undefined {
  if (header === null) return undefined
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return ms > 0 ? Math.min(ms, longestWait) : undefined
}
