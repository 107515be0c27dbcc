import type { CheckedPart } from '../../../shared/contract/checkup.ts'
import type { WindowProgram } from '../platform.ts'
import { checkupWords as words } from './words.ts'

type Versions = Record<string, string | undefined>

/** Node.js, which runs the host. */
export function nodePart({ node = '', modules }: Versions, environment: NodeJS.ProcessEnv): CheckedPart {
  const its = { part: 'node', title: words.titles.node } as const
  const [major = 0, minor = 0] = node.split('.').map(Number)
  if (major < 22 || (major === 22 && minor < 14))
    return { ...its, health: 'problem', text: words.node.old(node), advice: words.node.install }
  if ((environment['NODE_OPTIONS'] ?? '') !== '')
    return { ...its, health: 'notice', text: words.node.options(node), advice: words.node.unset }
  return { ...its, health: 'fine', text: words.node.fine(node, modules) }
}

/** Fuses as Atrium's packages have them. */
const safeFuses: Record<string, boolean> = {
  runAsNode: false,
  nodeOptions: false,
  nodeInspect: false,
  asarIntegrity: true,
  onlyAsar: true,
  fileProtocol: false,
}

/** Electron's part of a checkup; `fuses` is undefined if the program's file couldn't be read. */
export type WindowFacts = Pick<WindowProgram, 'isPacked'> & {
  fuses: Record<string, boolean> | undefined
  versions: Versions
  /** Why the last notification wasn't shown: the system's text. */
  notification?: string | undefined
}

/** Electron and the switches in its program; without a window there is nothing to check. */
export function windowPart(facts: WindowFacts | undefined): CheckedPart {
  const its = { part: 'window', title: words.titles.window } as const
  if (!facts) return { ...its, health: 'fine', text: words.window.none }
  const { isPacked, fuses, notification } = facts
  const version = facts.versions['electron'] ?? ''
  const untold =
    notification === undefined
      ? undefined
      : ({ ...its, health: 'notice', text: words.window.untold(notification), advice: words.window.allow } as const)
  if (!isPacked) return untold ?? { ...its, health: 'fine', text: words.window.fromSource(version) }
  if (!fuses) return { ...its, health: 'problem', text: words.window.unreadable(version), advice: words.window.install }
  const wrong = Object.keys(safeFuses).filter((name) => fuses[name] !== safeFuses[name])
  if (wrong.length > 0)
    return { ...its, health: 'problem', text: words.window.wrong(version, wrong), advice: words.window.install }
  return untold ?? { ...its, health: 'fine', text: words.window.fine(version) }
}

/** Chromium as old as the oldest that Atrium's pages work in. */
const oldest = 123

/** The page's browser, by its user agent; in the window, by Chromium's own version. */
export function browserPart(browser: string | undefined, versions: Versions): CheckedPart {
  const its = { part: 'browser', title: words.titles.browser } as const
  const version = versions['chrome'] ?? /Chrom(?:e|ium)\/(\d{1,4}[\d.]{0,20})/.exec(browser ?? '')?.[1]
  if (version !== undefined) {
    if (Number.parseInt(version) >= oldest) return { ...its, health: 'fine', text: words.browser.chromium(version) }
    return { ...its, health: 'problem', text: words.browser.old(version), advice: words.browser.update(oldest) }
  }
  if (browser === undefined) return { ...its, health: 'fine', text: words.browser.none }
  return { ...its, health: 'notice', text: words.browser.other, advice: words.browser.useChromium }
}
