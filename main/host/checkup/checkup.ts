import type { Checkup, CheckedPart } from '../../../shared/contract/checkup.ts'
import type { Head } from '../journal/chain/heads.ts'
import type { Platform } from '../platform.ts'
import { findLevels } from '../mcp/process/levels.ts'
import { unbuiltLevels } from '../mcp/process/enclosing.ts'
import { findContainment } from '../mcp/process/containment.ts'
import { thisComputer } from '../mcp/computer/usual-folders.ts'
import { databaseParts, lookAtDatabase } from './database.ts'
import { folderPart, lookAtFolder } from './folder.ts'
import { findPrograms, programsPart, serversPart } from './programs.ts'
import { plainly, reportOf } from './report.ts'
import { browserPart, nodePart, windowPart } from './runtime.ts'
import { chosenNetwork, lookAtStore, secretsPart, settingsPart } from './stores.ts'
import { clockPart, clockSince, containmentPart, networkPart } from './surroundings.ts'

/** An installation to check. `heads` is known while the host runs. */
export type Installation = {
  platform: Platform
  heads?: { key: string | undefined; anchor: Head | undefined } | undefined
  /** Commits what is pending before the log is checked. */
  flush?: () => void
  /** The page's browser, as it names itself. */
  browser?: string | undefined
}

/** Checks an installation: the same for its page and for the command line. Changes nothing and never rejects. */
export async function checkUp({ platform, heads, flush = () => undefined, browser }: Installation): Promise<Checkup> {
  const { dataDirectory } = platform
  const computer = thisComputer()
  const [looked, levels, containment, store, fuses] = await Promise.all([
    lookAtDatabase(dataDirectory, flush, heads),
    findLevels(dataDirectory),
    findContainment(),
    lookAtStore(platform),
    platform.window?.fuses(),
  ])
  const folder = lookAtFolder(dataDirectory)
  const log = 'log' in looked ? looked.log : undefined
  const parts: CheckedPart[] = [
    ...databaseParts(looked, 'problem' in folder ? folder.problem : undefined),
    folderPart(folder),
    // An unusable folder has no files to give advice about.
    ...('problem' in folder ? [] : [settingsPart(dataDirectory)]),
    secretsPart(store),
    containmentPart(levels, containment, unbuiltLevels(dataDirectory)),
    programsPart(findPrograms(computer)),
    serversPart('running' in looked ? looked.running : undefined),
    networkPart(computer.environment, chosenNetwork(dataDirectory), platform.window?.isPacked === true),
    clockPart({ ...clockSince(), log }),
    nodePart(process.versions, computer.environment),
    windowPart(
      platform.window && {
        isPacked: platform.window.isPacked,
        fuses,
        versions: process.versions,
        notification: platform.window.notificationFailure?.(),
      },
    ),
    browserPart(browser, process.versions),
  ]
  const shortened = plainly(parts, computer.home)
  return { parts: shortened, report: reportOf(shortened, platform.app) }
}
