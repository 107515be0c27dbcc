import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { bundleFolder, type BundleFacts, withFolder } from '../../../shared/config/bundle.ts'
import { fillBundle } from '../../../shared/config/fill-bundle.ts'
import type { Answers } from '../../../shared/config/candidate.ts'
import { sha256 } from '../../../main/host/base/hash.ts'
import { readBundle, unpack } from '../../../main/host/bundles/reading.ts'
import { type Expected, type SampleBundle, sampleBundles, type Setting } from '../../support/bundles/bundles.mjs'

const samples = Object.entries(sampleBundles())
const directory = mkdtempSync(join(tmpdir(), 'atrium-bundles-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const home = '/home/ada'
const computer = (platform: NodeJS.Platform = 'linux') => ({
  platform,
  home,
  python: [platform === 'win32' ? 'python' : 'python3'],
})

/** A sample as a file, alone in a folder. */
function written(name: string, { bytes }: SampleBundle): { file: string; around: string } {
  const around = join(directory, name)
  mkdirSync(around, { recursive: true })
  const file = join(around, 'bundle')
  writeFileSync(file, bytes)
  return { file, around }
}

async function factsIn(file: string, platform?: NodeJS.Platform): Promise<BundleFacts> {
  const read = await readBundle(file, computer(platform))
  if ('refused' in read) throw new Error(`${read.refused} ${read.paths?.join(' ') ?? read.file ?? ''}`)
  return read
}

const textOf = (setting: Setting): string | string[] => (Array.isArray(setting) ? setting : String(setting))
const atHome = (setting: Setting): Setting =>
  Array.isArray(setting)
    ? setting.map((one) => one.replace('<HOME>', home))
    : typeof setting === 'string'
      ? setting.replace('<HOME>', home)
      : setting

/** The settings' answers: what the sample gives, and otherwise the defaults. */
const answersOf = (facts: BundleFacts, settings: Record<string, Setting>): Answers => ({
  ...Object.fromEntries(
    facts.candidate.questions.flatMap(({ id, initial }) => (initial === undefined ? [] : [[id, initial]])),
  ),
  ...Object.fromEntries(Object.entries(settings).map(([id, setting]) => [id, textOf(atHome(setting))])),
})

/** The question as the sample expects it. */
function askedAs({ candidate: { questions } }: BundleFacts): object[] {
  return questions.map(({ id, format, secret, required, isMultiple, initial, min, max }) => ({
    id,
    type: format === 'folder' ? 'directory' : (format ?? 'string'),
    secret,
    required,
    multiple: isMultiple ?? false,
    default: initial,
    min,
    max,
  }))
}

const expectedAsk = ({ secret = false, required = false, multiple = false, ...ask }: Expected): object => ({
  id: ask.id,
  type: ask.type,
  secret,
  required,
  multiple,
  default: ask.default === undefined ? undefined : textOf(atHome(ask.default)),
  min: ask.min,
  max: ask.max,
})

describe('the archive of a bundle', () => {
  test.each(samples.filter(([, { verdict }]) => verdict === 'refused'))(
    '[BUN-1] is refused with its reason, and nothing is written: %s',
    async (name, sample) => {
      const { file, around } = written(name, sample)
      const read = await readBundle(file, computer())
      expect(read).toMatchObject({ refused: sample.code })
      if (sample.path !== undefined) expect(read).toMatchObject({ paths: expect.arrayContaining([sample.path]) })
      const folder = join(around, 'folder.partial')
      await unpack({ file, sha256: sha256(sample.bytes), folder, programs: [] })
      for (const escape of sample.escapes) expect(existsSync(join(folder, escape))).toBe(false)
      expect(readdirSync(around).filter((it) => !['bundle', 'folder.partial'].includes(it))).toEqual([])
    },
  )

  test.each(samples.filter(([, { verdict }]) => verdict === 'installs'))(
    '[BUN-2] makes questions and the exact command on each system: %s',
    async (name, sample) => {
      const { file } = written(name, sample)
      const facts = await factsIn(file)
      expect(askedAs(facts)).toEqual(sample.asks.map(expectedAsk))
      expect(facts.warnings.map(({ code, names }) => [code, ...(names ?? [])].join(': '))).toEqual(
        expect.arrayContaining(
          sample.warnings.filter((code) => !code.endsWith('-installed')).map((code) => expect.stringContaining(code)),
        ),
      )
      for (const { platform, settings, command, args, env } of sample.launches) {
        const there = await factsIn(file, platform)
        const { launch, unfit } = fillBundle(there.candidate.launch, answersOf(there, settings))
        const local = (text: string): string => withFolder(text, '<BUNDLE>').replaceAll(home, '<HOME>')
        expect({
          command: local(launch.command),
          args: launch.args.map(local),
          env: Object.fromEntries(launch.env.map(({ name: of, value, secret }) => [of, secret ? value : local(value)])),
        }).toEqual({ command, args, env })
        expect(launch.cwd).toBe(bundleFolder)
        expect(unfit).toEqual([])
      }
    },
  )

  test.each(samples.filter(([, { verdict }]) => verdict === 'installs'))(
    '[BUN-3] is unpacked as regular files with plain modes, and nothing outside of its folder: %s',
    async (name, sample) => {
      const { file, around } = written(name, sample)
      const { programs } = await factsIn(file)
      const folder = join(around, 'folder')
      expect(await unpack({ file, sha256: sha256(sample.bytes), folder, programs })).toHaveProperty('sums')
      for (const escape of sample.escapes) expect(existsSync(join(folder, escape))).toBe(false)
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
        expect(entry.isFile() || entry.isDirectory()).toBe(true)
      for (const [path, mode] of Object.entries(sample.modes ?? {}))
        expect((statSync(join(folder, path)).mode & 0o7777).toString(8)).toBe(mode)
      expect(lstatSync(join(folder, 'manifest.json')).mode & 0o7777).toBe(0o644)
    },
  )

  test('is not unpacked if it differs from the one that was reviewed', async () => {
    const [name, sample] = samples[0] ?? []
    if (name === undefined || !sample) throw new Error('no sample')
    const { file, around } = written(name, sample)
    const folder = join(around, 'other')
    expect(await unpack({ file, sha256: '0'.repeat(64), folder, programs: [] })).toEqual({ refused: 'zip-damaged' })
    expect(existsSync(folder)).toBe(false)
  })
})
