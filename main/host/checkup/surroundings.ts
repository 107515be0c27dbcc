import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { CheckedPart } from '../../../shared/contract/checkup.ts'
import type { LogCheck, LogCheckStopped } from '../../../shared/contract/log.ts'
import type { Bounds, Levels } from '../../../shared/config/bounds.ts'
import type { Containment } from '../../../shared/events/events.ts'
import { reasonOf } from '../base/failure.ts'
import type { NetworkSettings } from '../../../shared/config/network.ts'
import { networkEnvironment } from '../mcp/process/environment.ts'
import { canTrustSystem } from '../network/trust.ts'
import { proxyPlace, readProxy } from '../network/proxy-address.ts'
import { readVariables } from '../network/variables.ts'
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
 * The proxy that applies and what names it, and certificates of Atrium's environment. In the installed app, Electron
 * removes some of these variables before any code of Atrium's runs. `chosen`: the user's settings, if they can be read.
 */
export function networkPart(
  environment: NodeJS.ProcessEnv,
  chosen: NetworkSettings,
  isInstalled: boolean,
  trustsSystem = canTrustSystem(),
): CheckedPart {
  const its = { part: 'network', title: words.titles.network } as const
  if (environment['NODE_TLS_REJECT_UNAUTHORIZED'] === '0')
    return { ...its, health: 'problem', text: words.network.unchecked, advice: words.network.check }
  const broken = isInstalled ? undefined : brokenCertificates(environment['NODE_EXTRA_CA_CERTS'])
  if (broken !== undefined) return { ...its, health: 'problem', text: broken, advice: words.network.nameCertificates }
  if (!trustsSystem) return { ...its, health: 'notice', text: words.network.oldNode, advice: words.network.newerNode }
  const certificates = Object.keys(networkEnvironment(environment)).filter((name) => /cert/i.test(name))
  const installed = isInstalled ? ` ${words.network.installed}` : ''
  const way = wayOut(environment, chosen)
  if (way === undefined)
    return { ...its, health: 'fine', text: `${words.network.direct(isInstalled ? [] : certificates)}${installed}` }
  const { source, proxy } = way
  if (proxy === undefined)
    return { ...its, health: 'problem', text: words.network.unusable(source), advice: words.network.nameProxy }
  return { ...its, health: 'fine', text: `${words.network.proxy(proxy, source)}${installed}` }
}

/** The proxy for encrypted requests, without its password, and its source; undefined without one. */
function wayOut(
  environment: NodeJS.ProcessEnv,
  { mode, proxy = '' }: NetworkSettings,
): { source: string; proxy?: string } | undefined {
  if (mode === 'none') return undefined
  const { https } = readVariables(environment)
  if (mode === 'automatic' && !https) return undefined
  const source = mode === 'proxy' ? words.network.settings : (https?.variable ?? '')
  const named = mode === 'proxy' ? readProxy(proxy) : https?.proxy
  return typeof named === 'object' ? { source, proxy: proxyPlace(named.proxy) } : { source }
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
