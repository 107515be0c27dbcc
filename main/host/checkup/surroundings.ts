import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { CheckedPart } from '../../../shared/contract/checkup.ts'
import type { LogCheck, LogCheckStopped } from '../../../shared/contract/log.ts'
import type { Bounds, Levels } from '../../../shared/config/bounds.ts'
import type { Containment } from '../../../shared/events/events.ts'
import { reasonOf } from '../base/failure.ts'
import { networkEnvironment } from '../mcp/process/environment.ts'
import { isNotFound } from '../settings/json-text.ts'
import { checkupWords as words } from './words.ts'

/**
 * The containment levels that work on this system, those that failed for a server later, and how servers'
 * programs end with Atrium.
 */
export function containmentPart(levels: Levels, containment: Containment, unbuilt: Bounds['level'][]): CheckedPart {
  const its = { part: 'containment', title: words.titles.containment } as const
  const lacking = (['limited', 'sealed', 'hosts', 'sockets'] as const).filter((level) => levels[level] !== 'holds')
  const end = words.containment.ends[containment]
  const [first] = lacking
  const why = first && levels[first]
  if (why === undefined || why === 'holds') {
    if (unbuilt.length === 0) return { ...its, health: 'fine', text: words.containment.all(end) }
    const failed = words.containment.failed(
      unbuilt.map((level) => words.containment.levels[level]),
      end,
    )
    return { ...its, health: 'notice', text: failed, advice: words.containment.seeServer }
  }
  const text = words.containment.lacks(
    lacking.map((level) => words.containment.levels[level]),
    words.containment.why[why],
    end,
  )
  return { ...its, health: 'notice', text, advice: words.containment.advice[why] }
}

/** Milliseconds. `drift`: how far the clock went from steady time since this process started. */
export type ClockFacts = { now: number; drift: number; log?: LogCheck | LogCheckStopped | undefined }

/** The clock now, and its drift since this process started. */
export const clockSince = (): ClockFacts => {
  const now = Date.now()
  return { now, drift: now - (performance.timeOrigin + performance.now()) }
}

/** Milliseconds that clocks may differ. */
const tolerated = { back: 5000, ahead: 60_000 }

/** The system clock: whether it is behind the newest signed record, or was set back. */
export function clockPart({ now, drift, log }: ClockFacts): CheckedPart {
  const its = { part: 'clock', title: words.titles.clock } as const
  const signed = log?.state === 'intact' ? log.signed : undefined
  const ahead = (signed?.at ?? 0) - now
  if (ahead > tolerated.ahead)
    return { ...its, health: 'problem', text: words.clock.behind(seconds(ahead)), advice: words.clock.set }
  // Going forward is usual after sleep.
  if (-drift > tolerated.back)
    return { ...its, health: 'notice', text: words.clock.moved(seconds(-drift)), advice: words.clock.keep }
  const setBack = log?.state === 'intact' ? log.setBack : undefined
  if (setBack)
    return {
      ...its,
      health: 'notice',
      text: words.clock.setBack(setBack.times, setBack.first),
      advice: words.clock.keep,
    }
  return { ...its, health: 'fine', text: signed ? words.clock.fine : words.clock.steady }
}

const seconds = (ms: number): number => Math.round(ms / 1000)

/**
 * Proxies and certificates in Atrium's environment, and whether Node.js heeds them. In the installed app, Electron
 * removes some of these variables before any code of Atrium's runs.
 */
export function networkPart(environment: NodeJS.ProcessEnv, flags: string[], isInstalled: boolean): CheckedPart {
  const its = { part: 'network', title: words.titles.network } as const
  if (environment['NODE_TLS_REJECT_UNAUTHORIZED'] === '0')
    return { ...its, health: 'problem', text: words.network.unchecked, advice: words.network.check }
  const broken = isInstalled ? undefined : brokenCertificates(environment['NODE_EXTRA_CA_CERTS'])
  if (broken !== undefined) return { ...its, health: 'problem', text: broken, advice: words.network.nameCertificates }
  const known = networkEnvironment(environment)
  const proxies = Object.entries(known).filter(([name]) => /^(https?|all)_proxy$/i.test(name))
  const certificates = Object.keys(known).filter((name) => /cert/i.test(name))
  const [first] = proxies
  const installed = isInstalled ? ` ${words.network.installed}` : ''
  if (first === undefined) {
    const text = words.network.direct(isInstalled ? [] : certificates)
    return { ...its, health: 'fine', text: `${text}${installed}` }
  }
  const text = words.network.proxy(first[0], hostOf(first[1]))
  if (environment['NODE_USE_ENV_PROXY'] === '1' || flags.includes('--use-env-proxy'))
    return { ...its, health: 'fine', text: `${words.network.heeded(text)}${installed}` }
  return { ...its, health: 'notice', text: `${words.network.ignored(text)}${installed}`, advice: words.network.pass }
}

/** Why the file with further certificates has none; undefined if it has, or if there is no such file to read. */
function brokenCertificates(file: string | undefined): string | undefined {
  if (!file) return undefined
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    return words.network.unreadable(file, isNotFound(error) ? undefined : reasonOf(error))
  }
  try {
    void new X509Certificate(text)
    return undefined
  } catch {
    return words.network.noCertificate(file)
  }
}

/** A proxy's host and port, without the name and password that its URL may have; empty if the URL isn't valid. */
function hostOf(url: string): string {
  const whole = url.includes('://') ? url : `http://${url}`
  return URL.canParse(whole) ? new URL(whole).host : ''
}
