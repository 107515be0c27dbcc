import { existsSync } from 'node:fs'
import { HostError } from '../../../shared/contract/errors.ts'
import { renamedConfig, type Rename } from '../../../shared/config/secret-prefixes.ts'
import { consentOf } from '../../../shared/state/consents.ts'
import type { HostState } from '../../../shared/state/state.ts'
import { ownOf } from '../../../shared/schema/json.ts'
import { reasonOf } from '../base/failure.ts'
import { moveOver } from '../base/move.ts'
import { ownFolder, serverFolder } from '../mcp/process/bounds.ts'
import { renamedLaunch } from '../mcp/process/launch.ts'
import type { HostParts } from './parts.ts'
import { commandWords as words } from './words.ts'

/**
 * Gives a server another ID (docs/decisions.md 100). The event comes first and is the truth from then on; its secrets,
 * folders and entry in servers.json follow, now or at the next start. If they can't, a second event takes the first back.
 */
export async function renameServer(rename: Rename, actor: string, parts: HostParts): Promise<void> {
  const { servers } = parts
  await assertPossible(rename, parts)
  await servers.stop(rename.from)
  try {
    // The stop took time.
    await assertPossible(rename, parts)
  } catch (error) {
    startAgain(rename.from, parts)
    throw error
  }
  try {
    await carryOut(rename, actor, parts)
  } catch (error) {
    try {
      await carryOut({ from: rename.to, to: rename.from }, actor, parts, true)
    } finally {
      startAgain(rename.from, parts)
    }
    throw new HostError('unavailable', words.notRenamed(error instanceof Error ? error.message : reasonOf(error)))
  }
}

function startAgain(id: string, { configuration, servers }: HostParts): void {
  if (ownOf(configuration.servers, id)?.enabled) void servers.get(id)?.start()
}

async function assertPossible({ from, to }: Rename, { journal, configuration, secrets }: HostParts): Promise<void> {
  await secrets.assertReadable()
  const { state } = journal
  journal.assertHealthy()
  configuration.assertNotRenaming()
  if (!ownOf(configuration.servers, from)) throw new HostError('not-found', words.noServer(from))
  if (from === to) throw new HostError('conflict', words.sameId)
  if (ownOf(configuration.servers, to)) throw new HostError('conflict', words.serverExists(to))
  if (ownOf(state.servers, to)) throw new HostError('conflict', words.stillEnding(to))
  if (isBusy(state)) throw new HostError('conflict', words.renameLater)
}

/** Turns hold names of tools, and a call that runs on as a task is found again by its server's ID. */
const isBusy = ({ turns, appCalls = {} }: HostState): boolean =>
  Object.keys(turns).length > 0 || Object.values(appCalls).some(({ calls }) => Object.keys(calls).length > 0)

/** `isBack`: takes a rename back, without the secret store if that is the reason; it follows both when it is used next. */
async function carryOut(rename: Rename, actor: string, parts: HostParts, isBack = false): Promise<void> {
  const { journal, configuration, secrets, platform } = parts
  const { from, to: server } = rename
  const { dataDirectory } = platform
  const config = ownOf(configuration.servers, from)
  if (!config) throw new HostError('not-found', words.noServer(from))
  const trusted = consentOf(journal.state, from).trusted
  const launch = trusted && config.type === 'stdio' && renamedLaunch(trusted, config, rename, dataDirectory)
  // Its last reports get the new ID with the others.
  journal.reports.flush()
  await configuration.rename(async () => {
    journal.append({
      type: 'server.renamed',
      from,
      server,
      config: renamedConfig(config, rename),
      ...(launch && { launch }),
      actor,
    })
    await journal.durable()
    await secrets.followRenames().catch((error: unknown) => {
      if (!isBack) throw error
    })
    moveFolders(dataDirectory, rename)
  }, actor)
  await journal.durable()
}

/** Gives a renamed server's folders their new names. Folders of an earlier server of that ID are kept beside them. */
export function moveFolders(dataDirectory: string, { from, to }: Rename): void {
  for (const folderOf of [serverFolder, ownFolder]) {
    const [before, after] = [folderOf(dataDirectory, from), folderOf(dataDirectory, to)]
    if (!existsSync(before)) continue
    if (existsSync(after)) moveOver(after, `${after}.${Date.now()}`)
    moveOver(before, after)
  }
}
