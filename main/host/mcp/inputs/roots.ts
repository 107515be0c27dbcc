import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Journal } from '../../journal/journal.ts'
import type { InputHandler } from './server-requests.ts'
import { lookAtFolders } from './folders.ts'

/** Tells a server of the folders that were chosen for it and are there (client/roots). */
export const listRoots =
  ({ journal }: { journal: Journal }): InputHandler =>
  async ({ server }) => {
    const folders = await lookAtFolders(journal.state.configured.servers[server]?.roots ?? [])
    const there = folders.filter(({ state }) => state === 'there').map((folder) => path.resolve(folder.path))
    return { result: { roots: there.map((it) => ({ uri: pathToFileURL(it).href, name: path.basename(it) || it })) } }
  }
