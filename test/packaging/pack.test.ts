import { extractFile } from '@electron/asar'
import builder from 'electron-builder'
import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { linkScheme } from '../../main/host/import/atrium-link.ts'
import { pack, removeFolder, root, temporaryFolder } from './packages.ts'
import { makeStubElectron } from './stub-electron.ts'

const folder = temporaryFolder()
afterAll(() => removeFolder(folder))

const read = (name: string): string => readFileSync(path.join(root, name), 'utf8')
const { version, devDependencies }: { version: string; devDependencies: Record<string, string> } = JSON.parse(
  read('package.json'),
)
const pinned = devDependencies['electron']

describe('packing', () => {
  test.each([
    ['a word', 'asarr: true\n', /asarr/],
    ['a word within another', 'dmg:\n  windoww: 1\n', /configuration\.dmg/],
    ['a value', 'compression: tight\n', /compression/],
  ])('[PKG-6] is refused for %s that electron-builder does not know', async (_what, line, named) => {
    const projectDir = temporaryFolder()
    onTestFinished(() => removeFolder(projectDir))
    copyFileSync(path.join(root, 'package.json'), path.join(projectDir, 'package.json'))
    writeFileSync(path.join(projectDir, 'electron-builder.yml'), `${read('electron-builder.yml')}\n${line}`)
    await expect(builder.build({ projectDir, linux: ['dir'] })).rejects.toThrow(named)
  })

  test('[PKG-7] uses the Electron version that package.json pins', () => {
    expect(pinned).toMatch(/^\d+\.\d+\.\d+$/)
    expect(read('electron-builder.yml')).toMatch(new RegExp(`^electronVersion: ${pinned}( |$)`, 'm'))
  })

  test('[PKG-6] gives Atrium the name that it uses on Windows', () => {
    const [, appId = ''] = /^appId: (\S+)/m.exec(read('electron-builder.yml')) ?? []
    expect(read('main/electron.ts')).toContain(`const appId = '${appId}'`)
  })

  test('[ELE-86] gives each ending its own name, and takes the links away when Atrium is uninstalled', () => {
    const { fileAssociations }: { fileAssociations: { name: string }[] } = parse(read('electron-builder.yml'))
    const named = fileAssociations.map(({ name }) => name)
    expect(named).toHaveLength(2)
    expect(new Set(named).size).toBe(2)
    const script = read('main/shells/electron/resources/installer.nsh')
    const [, macro = ''] = /^!macro customUnInstall\n([^]*?)^!macroend$/m.exec(script) ?? []
    const lines = macro.split('\n').map((line) => line.trim())
    const registry = `DeleteRegKey HKCU "Software\\Classes\\${linkScheme}"`
    expect(lines).toEqual(['${ifNot} ${isUpdated}', registry, '${endIf}', ''])
    // These are the names that electron-builder looks for.
    const builds = 'node_modules/app-builder-lib'
    expect(read(`${builds}/out/targets/nsis/NsisTarget.js`)).toContain('"installer.nsh"')
    expect(read(`${builds}/templates/nsis/uninstaller.nsh`)).toContain('!insertmacro customUnInstall')
  })

  test('[PKG-7] fails if Electron can’t be downloaded, and says what to do next @all', async () => {
    const env = { ...process.env, ELECTRON_MIRROR: 'http://nowhere.invalid/', electron_config_cache: folder }
    const args = [
      'tools/pack.mjs',
      '--system',
      'linux',
      '--arch',
      'x64',
      '--output',
      path.join(folder, 'failed'),
      'deb',
    ]
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' })
    expect(stderr).toContain('Atrium was not packed: no host named nowhere.invalid was found (')
    expect(stderr).toContain('name it in HTTPS_PROXY')
    expect(status).toBe(1)
  })

  test('[PKG-7] names an unknown option', () => {
    const asked = spawnSync(process.execPath, ['tools/pack.mjs', '--nonsense'], { cwd: root, encoding: 'utf8' })
    expect(asked.stderr).toBe("Unknown option '--nonsense'. Use --help to list the options.\n")
    expect(asked.status).toBe(2)
  })

  test('[PKG-7] is refused for a downloaded Electron with other content @all', async () => {
    const asked: string[] = []
    const mirror = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end('not Electron')
    })
    onTestFinished(() => void mirror.close())
    await once(mirror.listen(0, '127.0.0.1'), 'listening')
    const address = mirror.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const env = {
      ELECTRON_MIRROR: `http://127.0.0.1:${port}/`,
      electron_config_cache: path.join(folder, 'cache'),
    }
    const refused = pack(['--dir', '--system', 'linux', '--arch', 'x64', '--output', path.join(folder, 'none')], env)
    await expect(refused).rejects.toThrow(/not packed: .* did not match expected checksum/)
    expect(asked).toEqual([`/v${pinned}/electron-v${pinned}-linux-x64.zip`])
  })
})

/** Sorted as `find` lists their folders. */
const iconSizes = [128, 16, 24, 256, 32, 48, 512, 64]

describe('the icons', () => {
  const icon = (name: string): Buffer => readFileSync(path.join(root, 'main/shells/electron/resources', name))
  const png = (bytes: Buffer): string => `${bytes.readUInt32BE(16)}×${bytes.readUInt32BE(20)}`

  test('[PKG-13] include the sizes that Linux shows, and one picture for the window', () => {
    expect(png(icon('icon.png'))).toBe('512×512')
    for (const size of iconSizes) expect(png(icon(`icons/${size}x${size}.png`))).toBe(`${size}×${size}`)
  })

  test('[ELE-86] include the tray’s in two densities', () => {
    expect([png(icon('tray.png')), png(icon('tray@2x.png'))]).toEqual(['32×32', '64×64'])
  })

  test('[PKG-13] include every size that Windows shows', () => {
    const bytes = icon('icon.ico')
    const entries = Array.from({ length: bytes.readUInt16LE(4) }, (_, index) => 6 + 16 * index)
    const pictures = entries.map((at) => png(bytes.subarray(bytes.readUInt32LE(at + 12))))
    expect(pictures).toEqual(['16×16', '24×24', '32×32', '48×48', '64×64', '256×256'])
  })

  test('[PKG-13] include the sizes that macOS shows, up to 1024', () => {
    const bytes = icon('icon.icns')
    expect(bytes.readUInt32BE(4)).toBe(bytes.length)
    const pictures: Record<string, string> = {}
    for (let at = 8; at < bytes.length; at += bytes.readUInt32BE(at + 4))
      pictures[bytes.toString('latin1', at, at + 4)] = png(bytes.subarray(at + 8))
    expect(pictures).toMatchObject({ ic07: '128×128', ic09: '512×512', ic10: '1024×1024', ic11: '32×32' })
  })
})

/** Debian’s own tool builds and reads its packages; other systems have neither. */
const hasDpkg = spawnSync('dpkg-deb', ['--version']).status === 0

describe.runIf(hasDpkg)('a Debian package', () => {
  const output = path.join(folder, 'dist')
  const deb = path.join(output, `atrium-${version}-linux-amd64.deb`)
  const unpacked = path.join(folder, 'unpacked')

  beforeAll(async () => {
    const electron = path.join(folder, 'electron')
    makeStubElectron(electron)
    const fpm = path.join(folder, 'fpm')
    const script = path.join(import.meta.dirname, 'fpm.ts')
    writeFileSync(fpm, `#!/bin/sh\nexec "${process.execPath}" "${script}" "$@"\n`, { mode: 0o755 })
    const around = ['--electron', electron, '--output', output]
    await pack(['--system', 'linux', '--arch', 'x64', ...around, 'deb'], { CUSTOM_FPM_PATH: fpm })
    execFileSync('dpkg-deb', ['-R', deb, unpacked])
  })

  test('[PKG-9] describes itself and names no real address', () => {
    const about = readFileSync(path.join(unpacked, 'DEBIAN', 'control'), 'utf8')
    for (const line of ['Package: atrium', 'Architecture: amd64', `Version: ${version}`])
      expect(about.split('\n')).toContain(line)
    expect(about.match(/[\w.]+\.(com|org|net|io|dev)\b/g)).toBeNull()
    expect(about).toContain('Maintainer: The Atrium contributors <maintainers@atrium.invalid>\n')
  })

  test('[PKG-9] installs the program, a menu entry, an icon, and the right to a sandbox', () => {
    const names = execFileSync('find', ['.', '-type', 'f', '-not', '-path', './DEBIAN/*'], {
      cwd: unpacked,
      encoding: 'utf8',
    })
    expect(names.trim().split('\n').toSorted()).toEqual([
      './opt/Atrium/atrium',
      './opt/Atrium/chrome-sandbox',
      './opt/Atrium/locales/en-US.pak',
      './opt/Atrium/resources/app.asar',
      './opt/Atrium/resources/app.asar.unpacked/main/shells/electron/resources/icon.png',
      './opt/Atrium/resources/app.asar.unpacked/node_modules/better-sqlite3/prebuilds/linux-x64.node',
      './opt/Atrium/resources/apparmor-profile',
      './opt/Atrium/resources/licenses/atrium.txt',
      './opt/Atrium/resources/licenses/host.md',
      './opt/Atrium/resources/licenses/page.md',
      './opt/Atrium/resources/licenses/pdfium.txt',
      './opt/Atrium/resources/licenses/reader.md',
      './usr/share/applications/atrium.desktop',
      ...iconSizes.map((size) => `./usr/share/icons/hicolor/${size}x${size}/apps/atrium.png`),
      './usr/share/mime/packages/atrium.xml',
    ])
    expect(readFileSync(path.join(unpacked, 'opt/Atrium/resources/apparmor-profile'), 'utf8')).toMatch(/^\s+userns,$/m)
  })

  test('[PKG-9] needs the libraries that Electron loads, by their names on older and newer systems', () => {
    const about = readFileSync(path.join(unpacked, 'DEBIAN', 'control'), 'utf8')
    const [, depends = ''] = /^Depends: (.*)$/m.exec(about) ?? []
    const needed = ['libasound2t64 | libasound2', 'libgbm1', 'libgtk-3-0t64 | libgtk-3-0', 'libnss3', 'xdg-utils']
    expect(depends.split(', ')).toEqual(expect.arrayContaining(needed))
  })

  test('[PKG-9] asks for namespaces as an ordinary user, and otherwise installs itself as electron-builder does', () => {
    const script = read('main/shells/electron/resources/after-install.sh')
    const user = 'setpriv --reuid=65534 --regid=65534 --clear-groups '
    const theirs = script.replace(/^# electron-builder's script.*\n/m, '').replace(user, '')
    expect(script).toContain(`&& ${user}unshare --user true; }`)
    expect(theirs).toBe(read('node_modules/app-builder-lib/templates/linux/after-install.tpl'))
    expect(readFileSync(path.join(unpacked, 'DEBIAN', 'postinst'), 'utf8')).toContain(`${user}unshare`)
  })

  test('[PKG-9] starts with its sandbox, and registers only bundles and its own links', () => {
    const entry = readFileSync(path.join(unpacked, 'usr/share/applications/atrium.desktop'), 'utf8')
    expect(entry).toContain('\nExec=/opt/Atrium/atrium %U\n')
    expect(entry).toContain('\nMimeType=application/x-mcpb;application/x-dxt;x-scheme-handler/atrium;\n')
    expect(entry).not.toContain('no-sandbox')
  })

  test('[ELE-86] has a menu entry with the name of its window, as Electron gives it', () => {
    const { desktopName }: { desktopName: string } = JSON.parse(read('package.json'))
    expect(desktopName).toBe('atrium.desktop')
    const entry = readFileSync(path.join(unpacked, 'usr/share/applications', desktopName), 'utf8')
    expect(entry).toContain('\nStartupWMClass=atrium\n')
    // Electron names its windows by what the package says: lib/browser/desktop-name.ts
    const archive = path.join(unpacked, 'opt/Atrium/resources/app.asar')
    expect(JSON.parse(String(extractFile(archive, 'package.json')))).toMatchObject({ desktopName })
  })
})

describe.runIf(process.platform === 'linux')('an AppImage', () => {
  const staged = path.join(folder, 'staged')

  /** Its content as electron-builder would compress it, around a stub of Electron. */
  beforeAll(async () => {
    const [electron, tools] = [path.join(folder, 'electron'), path.join(folder, 'appimage-tools')]
    makeStubElectron(electron)
    for (const name of ['runtimes', 'lib/x64']) mkdirSync(path.join(tools, name), { recursive: true })
    writeFileSync(path.join(tools, 'runtimes', 'runtime-x64'), 'the runtime')
    writeFileSync(path.join(tools, 'desktop-file-validate'), '#!/bin/sh\n', { mode: 0o755 })
    // Only the tools of the static runtime are in these places.
    const script = `#!/bin/sh\ncp -R "$1" '${staged}'\nprintf 'the runtime, and more' > "$2"\n`
    writeFileSync(path.join(tools, 'mksquashfs'), script, { mode: 0o755 })
    const around = ['--electron', electron, '--output', path.join(folder, 'appimage')]
    await pack(['--system', 'linux', '--arch', 'x64', ...around, 'AppImage'], { APPIMAGE_TOOLS_PATH: tools })
  })

  test('[PKG-21] has an entry that keeps the sandbox on', () => {
    const entry = readFileSync(path.join(staged, 'atrium.desktop'), 'utf8')
    expect(entry).toMatch(/^Exec=AppRun %U$/m)
    expect(entry).not.toContain('no-sandbox')
  })

  test.each([
    ['keeps the sandbox on if programs can have user namespaces', 0, ''],
    ['turns the sandbox off if they can’t, which Atrium answers with advice', 1, '--no-sandbox'],
  ])('[PKG-21] %s', (_what, code, given) => {
    const bin = path.join(folder, `bin-${code}`)
    mkdirSync(bin)
    writeFileSync(path.join(bin, 'unshare'), `#!/bin/sh\nexit ${code}\n`, { mode: 0o755 })
    writeFileSync(path.join(staged, 'atrium'), '#!/bin/sh\necho "started with $*"\n', { mode: 0o755 })
    // The launcher puts its own folder first.
    const env = { ...process.env, APPDIR: staged, PATH: `${bin}:${process.env['PATH']}` }
    const said = execFileSync(path.join(staged, 'AppRun'), [], { env, encoding: 'utf8' })
    expect(said.trim()).toBe(`started with ${given}`.trim())
  })
})
