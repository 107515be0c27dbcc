import { extractFile, getRawHeader, listPackage } from '@electron/asar'
import { getCurrentFuseWire, FuseState, FuseV1Options } from '@electron/fuses'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { besideArchive } from '../../main/shells/electron/surroundings.ts'
import { desktopWords } from '../../main/shells/electron/words.ts'
import { budgets } from './budgets.ts'
import { contents } from './contents.ts'
import { openTo, saidBy } from './intrusions.ts'
import { packStubs, realPackage, removeFolder, root, systems, temporaryFolder, type Packed } from './packages.ts'
import { makeStubElectron } from './stub-electron.ts'

const folder = temporaryFolder()
let packed: Packed[] = []

beforeAll(async () => {
  const real = realPackage()
  packed = real ? [real] : await packStubs(folder, ['linux', 'mac', 'win'])
})

afterAll(() => removeFolder(folder))

const archiveOf = ({ resources }: Packed): string => path.join(resources, 'app.asar')
const icon = 'main/shells/electron/resources/icon.png'
const binaryOf = ({ system, arch }: Packed): string =>
  `node_modules/better-sqlite3/prebuilds/${systems[system]}-${arch}.node`

/** The packed program's file. */
function executable(): string {
  const { program = '', system } = packed[0] ?? {}
  return system === 'mac' ? path.join(program, 'Contents', 'MacOS', 'Atrium') : program
}

/** A stub's program is a shell script; a real one exists only for its own system. */
const isPosix = process.platform !== 'win32'
const runsHere = ({ system }: Packed): boolean => realPackage() !== undefined || (isPosix && system === 'linux')

/** An archive's files, without folders. */
function filesIn(archive: string): string[] {
  const names = listPackage(archive, { isPack: false }).map((name) => name.split(path.sep).join('/').slice(1))
  return names.filter((name) => !names.some((other) => other.startsWith(`${name}/`)))
}

const withoutHash = (name: string): string => name.replace(/-[\w-]{8}(?=\.\w+$)/, '-*')

/** The fuses in electron-builder.yml, by @electron/fuses' names. */
function saidFuses(): Record<string, boolean> {
  const [, block = ''] = /^electronFuses:\n((?: {2}.*\n)+)/m.exec(read('electron-builder.yml')) ?? []
  const said = [...block.matchAll(/^ {2}(\w)(\w+): (true|false)$/gm)].map(([, first = '', rest = '', value]) => [
    `${first.toUpperCase()}${rest}`,
    value === 'true',
  ])
  return { ...Object.fromEntries(said), WasmTrapHandlers: true }
}

const read = (name: string): string => readFileSync(path.join(root, name), 'utf8')

describe('the packed program', () => {
  test('[PKG-1] has every fuse set as in electron-builder.yml', async () => {
    const said = saidFuses()
    const on = Object.keys(said).filter((name) => said[name])
    expect(on.toSorted()).toEqual(['EnableEmbeddedAsarIntegrityValidation', 'OnlyLoadAppFromAsar', 'WasmTrapHandlers'])
    for (const { program } of packed) {
      const { version, ...wire } = await getCurrentFuseWire(program)
      const fuses = Object.entries(wire).map(([number, state]) => [
        FuseV1Options[Number(number)],
        state === FuseState.ENABLE,
      ])
      expect({ version, ...Object.fromEntries(fuses) }).toEqual({ version: '1', ...said })
    }
  })

  test('[PKG-1] is not packed with a fuse that no setting covers @all', async () => {
    const place = path.join(folder, 'ten-fuses')
    await expect(packStubs(place, ['linux'], { fuses: '1011000110' })).rejects.toThrow(/has 10 fuses but .* 9 fuses/)
  })

  test('[PKG-2] runs no foreign code through its arguments or environment', async () => {
    for (const { program } of packed.filter(runsHere)) expect(await openTo(program, folder)).toEqual([])
  })

  // Only a real package shows how Chromium treats its command line before Atrium sees it.
  const weakening = ['no-sandbox', 'disable-seccomp-filter-sandbox', 'renderer-cmd-prefix=x', 'gpu-launcher=x']
    .concat('js-flags=--expose-gc', 'load-extension=x', 'host-rules=MAP * x', 'proxy-server=x', 'disable-features=x')
    .flatMap((name) => [`--${name}`, `-${name}`])
  test.runIf(realPackage()).each(weakening)('[PKG-16] refuses %s on a user’s machine, by its name', async (option) => {
    const said = await saidBy(executable(), [option, `--data-dir=${path.join(folder, 'data')}`])
    const [name = ''] = option.replace(/^-+/, '').split('=')
    const how = Object.entries(desktopWords.weakening).find(([it]) => it === name)?.[1]
    const problem = how === undefined ? desktopWords.unknownOption(option) : desktopWords.weakened(name, how)
    expect(said).toContain(desktopWords.startWithout(problem))
  })

  test.runIf(realPackage())('[PKG-20] opens its data folder with no option that it refuses', async () => {
    const data = path.join(folder, 'own-data')
    const said = await saidBy(executable(), [`--data-dir=${data}`])
    expect(said).not.toContain(desktopWords.startWithout(''))
    // Made after the options are judged, before a window.
    expect(existsSync(path.join(data, 'electron')), said).toBe(true)
  })

  // The stub does what Electron documents; this shows that the test above can detect it.
  test.runIf(isPosix)('[PKG-2] would run other code in three ways with Electron as delivered', async () => {
    const delivered = path.join(folder, 'delivered')
    makeStubElectron(delivered)
    const open = await openTo(path.join(delivered, 'linux', 'electron'), folder)
    expect(open).toEqual(['as Node', 'by NODE_OPTIONS', 'through an inspector'])
  })

  test('[PKG-5] contains its archive’s hash on the systems that compare it', () => {
    for (const it of packed.filter(({ system }) => system !== 'linux')) {
      const hash = createHash('sha256')
        .update(getRawHeader(archiveOf(it)).headerString)
        .digest('hex')
      const place = it.system === 'mac' ? path.join(it.program, 'Contents', 'Info.plist') : it.program
      expect(readFileSync(place).includes(hash), it.system).toBe(true)
    }
  })
})

describe('app.asar', () => {
  test('[PKG-3] contains exactly the listed files', () => {
    for (const it of packed) {
      const names = filesIn(archiveOf(it)).map(withoutHash).toSorted()
      const tray = it.system === 'win' ? ['main/shells/electron/resources/icon.ico'] : []
      expect(names).toEqual([...contents, binaryOf(it), ...tray].toSorted())
    }
  })

  test('[PKG-3] contains its files as they were built and installed', () => {
    for (const it of packed)
      for (const name of filesIn(archiveOf(it)).filter((file) => !file.endsWith('package.json')))
        expect(extractFile(archiveOf(it), path.normalize(name)).equals(readFileSync(path.join(root, name))), name).toBe(
          true,
        )
  })

  test('[PKG-3] describes the project only as far as running it needs', () => {
    for (const it of packed) {
      const { dependencies, ...about }: Record<string, unknown> = JSON.parse(
        extractFile(archiveOf(it), 'package.json').toString(),
      )
      expect(dependencies).toEqual({ 'better-sqlite3': expect.any(String) })
      expect(Object.keys(about).toSorted()).toEqual([
        'author',
        'bin',
        'description',
        'desktopName',
        'engines',
        'homepage',
        'license',
        'main',
        'name',
        'private',
        'productName',
        'type',
        'version',
      ])
    }
  })
})

test.each([
  ['reader', ['@hyzyla/pdfium', 'parse5', 'saxes', 'yauzl']],
  ['host', ['@anthropic-ai/sdk', '@modelcontextprotocol/client', 'ajv', 'semver', 'zod']],
  [
    'page',
    [
      '@base-ui/react',
      '@fontsource-variable/inter',
      '@fontsource-variable/jetbrains-mono',
      'lucide-react',
      'react',
      'react-dom',
    ],
  ],
])('[PKG-14] puts the licenses of packages in the %s beside the archive', (name, some) => {
  for (const { resources } of packed) {
    const licences = readFileSync(path.join(resources, 'licenses', `${name}.md`), 'utf8')
    for (const it of some) expect(licences).toContain(`\n## ${it} - `)
  }
})

test('[PKG-14] puts the license of PDFium beside the archive, which its package doesn’t have', () => {
  for (const { resources } of packed) {
    const license = readFileSync(path.join(resources, 'licenses', 'pdfium.txt'), 'utf8')
    expect(license).toContain('Copyright 2014 The PDFium Authors')
    expect(license).toContain('Redistributions in binary form must reproduce the above')
  }
})

test('[PKG-14] puts Atrium’s license beside the archive', () => {
  const license = readFileSync(path.join(root, 'LICENSE'), 'utf8')
  for (const { resources } of packed)
    expect(readFileSync(path.join(resources, 'licenses', 'atrium.txt'), 'utf8')).toBe(license)
})

describe('beside the archive', () => {
  test('[PKG-4] [ELE-90] are only the SQLite binary and the icon of the About panel, where Atrium looks for it', () => {
    for (const it of packed) {
      const beside = readdirSync(`${archiveOf(it)}.unpacked`, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(`${archiveOf(it)}.unpacked`, path.join(entry.parentPath, entry.name)))
      expect(beside.map((name) => name.split(path.sep).join('/')).toSorted()).toEqual([icon, binaryOf(it)])
      const found = besideArchive(path.join(archiveOf(it), icon))
      expect(readFileSync(found).equals(readFileSync(path.join(root, icon)))).toBe(true)
    }
  })

  test('[PKG-4] the SQLite binary can be loaded', () => {
    const here = packed.filter(({ system, arch }) => systems[system] === process.platform && arch === process.arch)
    for (const it of here) {
      const Database: new (file: string, options: object) => { prepare(sql: string): { get(): unknown } } =
        createRequire(import.meta.url)('better-sqlite3')
      const nativeBinding = path.join(`${archiveOf(it)}.unpacked`, binaryOf(it))
      expect(existsSync(nativeBinding)).toBe(true)
      const database = new Database(':memory:', { nativeBinding })
      expect(database.prepare('SELECT 1 + 1 AS two').get()).toEqual({ two: 2 })
    }
  })
})

test('[PKG-8] keeps every part of the package within its size budget', () => {
  const [it] = packed
  if (!it) throw new Error('Nothing was packed.')
  const archive = archiveOf(it)
  const files = filesIn(archive).map((name) => ({ name, bytes: extractFile(archive, path.normalize(name)) }))
  const total = (pattern: RegExp): number =>
    files.filter(({ name }) => pattern.test(name)).reduce((sum, { bytes }) => sum + bytes.length, 0)
  const page = String(files.find(({ name }) => name === 'out/renderer/index.html')?.bytes)
  const begun = [...page.matchAll(/(?:src|href)="[./]*(assets\/[^"]+\.js)"/g)].map(([, name]) => `out/renderer/${name}`)
  const scripts = files.filter(({ name }) => begun.includes(name))
  const sizes: typeof budgets = {
    'the script that the page begins with, as gzip sends it': scripts.reduce(
      (sum, { bytes }) => sum + gzipSync(bytes, { level: 9 }).length,
      0,
    ),
    'everything the page can load': total(/^out\/renderer\//),
    'everything the host can load': total(/^out\/(main|preload|proxy)\//),
    'the reader of files': total(/^out\/reader\//),
    'app.asar': statSync(archive).size,
    'the binary of SQLite': total(/\.node$/),
  }
  const rows = Object.entries(budgets).map(([name, most]) => {
    const size = sizes[name as keyof typeof budgets]
    return { name, size, most, used: `${Math.round((size / most) * 100)} %` }
  })
  console.table(rows)
  expect(rows.filter(({ size, most }) => size > most || size === 0)).toEqual([])
})
