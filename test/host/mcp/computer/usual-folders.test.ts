import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { usualFolders } from '../../../../main/host/mcp/computer/usual-folders.ts'

test('[WIN-16] looks for programs of Windows where installers and version managers put them', () => {
  const local = mkdtempSync(path.join(tmpdir(), 'places-'))
  onTestFinished(() => rmSync(local, { recursive: true }))
  const python = path.join(local, 'Programs', 'Python')
  mkdirSync(path.join(python, 'Python314'), { recursive: true })
  const [home, nvm] = [String.raw`C:\Users\ada`, String.raw`C:\Program Files\nodejs`]
  const environment = { UserProfile: home, LocalAppData: local, NVM_SYMLINK: nvm, SystemDrive: 'C:' }
  const places = usualFolders({ platform: 'win32', home, environment })
  const below = (...names: string[]) => names.map((name) => path.win32.join(local, name))
  expect(places).toEqual(
    expect.arrayContaining([
      nvm,
      String.raw`C:\nvm4w\nodejs`,
      `${home}\\.bun\\bin`,
      `${home}\\.deno\\bin`,
      `${home}\\.local\\bin`,
      ...below('pnpm', 'mise\\shims', 'Microsoft\\WindowsApps'),
      path.join(python, 'Python314'),
      path.join(python, 'Python314', 'Scripts'),
    ]),
  )
  expect(usualFolders({ platform: 'win32', home, environment: {} })).toEqual([])
})
