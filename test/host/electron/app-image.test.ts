import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { chmodSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { leaveAppImage } from '../../../main/shells/electron/surroundings.ts'
import { temporaryFolder } from '../web/site.ts'

const require = createRequire(import.meta.url)
const builds = path.resolve(import.meta.dirname, '../../../node_modules/app-builder-lib')
const { generateAppRunScript } = require(path.join(builds, 'out/targets/appimage/appImageUtil.js')) as {
  generateAppRunScript(config: object): string
}

const own = { PATH: '/usr/bin:/bin', XDG_DATA_DIRS: '/usr/share:/usr/local/share' }

/** The environment in which an AppImage's own start script starts the app. */
function started(environment: Record<string, string>): Record<string, string> {
  const folder = temporaryFolder()
  const app = path.join(folder, 'atrium')
  const config = { ExecutableName: 'atrium', DesktopFileName: 'atrium.desktop', ProductName: 'Atrium' }
  writeFileSync(path.join(folder, 'AppRun'), generateAppRunScript({ ...config, ResourceName: 'appimagekit-atrium' }))
  writeFileSync(app, '#!/bin/sh\nenv -0\n')
  for (const file of [app, path.join(folder, 'AppRun')]) chmodSync(file, 0o755)
  const env = { ...environment, APPDIR: folder, APPIMAGE: path.join(folder, 'x.AppImage') }
  const said = execFileSync(path.join(folder, 'AppRun'), { env, encoding: 'utf8' })
  return Object.fromEntries(said.split('\0').flatMap((it) => (it.includes('=') ? [splitAt(it)] : [])))
}

function splitAt(text: string): [string, string] {
  const at = text.indexOf('=')
  return [text.slice(0, at), text.slice(at + 1)]
}

test.skipIf(process.platform !== 'linux')(
  '[ELE-77] leaves an AppImage’s libraries and programs to Atrium alone',
  () => {
    const before = started({ ...own, LD_LIBRARY_PATH: '/opt/lib' })
    expect(before['LD_LIBRARY_PATH']).toContain(before['APPDIR'])
    const after = { ...before }
    leaveAppImage(after, path.join(before['APPDIR'] ?? '', 'atrium'))
    expect(after).toMatchObject({ PATH: own.PATH, LD_LIBRARY_PATH: '/opt/lib', APPIMAGE: before['APPIMAGE'] })
    expect(after['XDG_DATA_DIRS']).toContain('/usr/share')
    const { APPDIR: folder = '', APPIMAGE: _image, PWD: _place, _: _self, ...others } = after
    expect(Object.entries(others).filter(([, value]) => value?.includes(folder))).toEqual([])
    const alone: NodeJS.ProcessEnv = started(own)
    leaveAppImage(alone, path.join(alone['APPDIR'] ?? '', 'atrium'))
    expect(Object.hasOwn(alone, 'LD_LIBRARY_PATH')).toBe(false)
  },
)

test('[ELE-77] changes nothing outside of an AppImage', () => {
  const environment: NodeJS.ProcessEnv = { PATH: '/usr/bin:', LD_LIBRARY_PATH: '/opt/lib' }
  leaveAppImage(environment, '/usr/bin/atrium')
  expect(environment).toEqual({ PATH: '/usr/bin:', LD_LIBRARY_PATH: '/opt/lib' })
})

const others = tmpdir()
test.each([
  ['no image is named', { APPDIR: '/usr', PATH: '/usr/bin' }, '/usr/bin/env'],
  [
    'the image is another program’s',
    { APPDIR: others, APPIMAGE: `${others}.AppImage`, PATH: others },
    process.execPath,
  ],
  ['its folder is gone', { APPDIR: '/usr/gone', APPIMAGE: '/opt/x.AppImage', PATH: '/usr/gone' }, '/usr/gone/atrium'],
])('[ELE-77] keeps the user’s folders if %s', (_why, variables, program) => {
  const environment: NodeJS.ProcessEnv = { ...variables }
  leaveAppImage(environment, program)
  expect(environment).toEqual(variables)
})
