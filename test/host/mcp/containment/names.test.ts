import { realpathSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type NamingSystem, realPath } from '../../../../main/host/base/real-path.ts'
import { folderRefusal } from '../../../../main/host/mcp/process/bounds.ts'

const stored = ['/Users/ada', '/Users/ada/.ssh', '/Users/ada/Notes', '/Users/ada/Library/Application Support/Atrium']

/** A Mac: case and accents’ form don’t matter, links are followed, and the data volume shows the same folders again. */
const mac: NamingSystem = {
  platform: 'darwin',
  native: (path) => {
    const [, volume = '', rest = ''] = /^(\/System\/Volumes\/Data)?(.*)$/.exec(path) ?? []
    const found = stored.find((it) => it.toLowerCase() === rest.toLowerCase())
    if (found === undefined) throw new Error('ENOENT')
    return volume + found
  },
  identity: (path) => path.replace('/System/Volumes/Data', '').toLowerCase(),
}

const keptBack = {
  homes: ['/Users/ada'],
  hidden: {
    paths: [{ path: '/Users/ada/.ssh', isFolder: true }],
    own: ['/Users/ada/Library/Application Support/Atrium'],
    named: [],
    around: new Set<string>(),
  },
}

describe('a folder with several spellings', () => {
  test.each([
    ['/Users/ada/.ssh', 'hiddenFolder'],
    ['/Users/ada', 'broadFolder'],
    ['/Users/ada/Library/Application Support/Atrium', 'ownFolder'],
    ['/Users/ada/Notes', undefined],
  ])('[MAC-6] has one verdict as a server’s folder: %s', (folder, verdict) => {
    const spellings = [
      folder,
      folder.toUpperCase(),
      folder.toLowerCase(),
      `/System/Volumes/Data${folder.toLowerCase()}`,
    ]
    expect(spellings.map((it) => realPath(it, mac))).toEqual(spellings.map(() => folder))
    expect(spellings.map((it) => folderRefusal(realPath(it, mac), keptBack))).toEqual(spellings.map(() => verdict))
  })

  test('[MAC-6] keeps the volume in the name of what only the volume has', () => {
    const only = { ...mac, identity: (path: string) => path }
    expect(realPath('/System/Volumes/Data/users/ada', only)).toBe('/System/Volumes/Data/Users/ada')
    expect(realPath('/', { ...mac, native: () => '/', platform: 'linux' })).toBe('/')
  })

  test('[MAC-6] asks the system, which knows how a name is stored', () => {
    expect(realPath('/tmp')).toBe(realpathSync.native('/tmp'))
    expect(() => realPath('/nothing/here')).toThrow('ENOENT')
  })
})
