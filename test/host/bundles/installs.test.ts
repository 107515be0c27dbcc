import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readCandidate } from '../../../renderer/state/servers/draft/candidate-draft.ts'
import { type BundleReview } from '../../../shared/config/bundle.ts'
import type { Answers } from '../../../shared/config/candidate.ts'
import type { Input } from '../../../shared/contract/commands.ts'
import { Atrium } from '../../support/atrium.ts'
import { openBundle } from '../../support/bundles/open-bundle.ts'
import { sampleBundles } from '../../support/bundles/bundles.mjs'
import { ownHost } from '../../support/own-host.ts'

const samples = sampleBundles()
const bytesOf = (name: string): Buffer => samples[name]?.bytes ?? Buffer.alloc(0)

const bundlesIn = ({ directory }: Atrium): string => path.join(directory, 'bundles')
const foldersOf = (atrium: Atrium, name: string): string[] =>
  readdirSync(path.join(bundlesIn(atrium), name)).filter((entry) => !/\.(json|mcpb|before)$/.test(entry))

async function opened(atrium: Atrium, name: string): Promise<BundleReview> {
  const { link } = atrium.person
  return link.call('reviewBundle', { sha256: await openBundle(link, bytesOf(name), 700) })
}

function soundIn(review: BundleReview) {
  if ('refused' in review) throw new Error(review.refused)
  return review
}

/** A server as the page makes it from a review. */
function serverOf(review: BundleReview, id: string, answers: Answers = {}): Input<'addServer'> {
  const { facts } = soundIn(review)
  const read = readCandidate({ ...facts.candidate, id }, answers)
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  return read.input
}

async function trusted(atrium: Atrium, id: string): Promise<void> {
  const { person } = atrium
  await person.trust(id)
  await person.until(`${id} is ready`, () => person.state.servers[id]?.status.state === 'ready')
}

/** Its tool says what it was started with. */
async function reportOf({ person }: Atrium, id: string): Promise<string> {
  const definition = person.state.servers[id]?.tools['report']?.hash ?? ''
  const { call } = await person.link.call('callTool', { server: id, tool: 'report', definition, arguments: {} })
  return JSON.stringify(await person.event('call.finished', (event) => event.call === call))
}

/** All that is in the data folder, but for what the database keeps beside itself. */
const allIn = ({ directory }: Atrium): string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/-(wal|shm|journal)$/.test(name))
    .toSorted()

describe('a bundle in the host', () => {
  test('[BUN-13] leaves nothing in the data folder when it is refused or abandoned', async () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'atrium-bundles-'))
    const atrium = await Atrium.start({ directory })
    const { link } = atrium.person
    // Its answer comes from the views, whose database is there from then on.
    await link.call('listConversations', {})
    const before = allIn(atrium)
    for (const bytes of [Buffer.from('no archive'), bytesOf('good-node').subarray(0, 500)]) {
      const sha256 = await openBundle(link, bytes, 700)
      expect(await link.call('reviewBundle', { sha256 })).toHaveProperty('refused')
      expect(allIn(atrium)).toEqual(before)
      // The page can ask again.
      expect(await link.call('reviewBundle', { sha256 })).toHaveProperty('refused')
    }
    const { upload } = await link.call('startBundle', { bytes: 10 })
    await expect(link.call('addBundleBytes', { upload, at: 5, data: 'AAAA' })).rejects.toMatchObject({
      code: 'bad-input',
    })
    expect(allIn(atrium)).toEqual(before)
    await link.call('startBundle', { bytes: 10 })
    await opened(atrium, 'good-node')
    expect(allIn(atrium)).not.toEqual(before)
    await atrium.close()
    expect(existsSync(bundlesIn(atrium))).toBe(false)
    rmSync(directory, { recursive: true })
  })

  test('[BUN-6] is added, called, updated and removed with all its files', async () => {
    const atrium = await ownHost()
    const { link } = atrium.person
    const review = await opened(atrium, 'good-node')
    expect(existsSync(path.join(bundlesIn(atrium), 'good-node'))).toBe(false)
    await link.call('addServer', serverOf(review, 'it'))
    const asked = await atrium.person.ask('trust', 'it')
    const [folder = ''] = foldersOf(atrium, 'good-node')
    expect(folder).toBe(`1.0.0-${review.sha256.slice(0, 12)}`)
    expect(asked.question).toMatchObject({ launch: { cwd: path.join(bundlesIn(atrium), 'good-node', folder) } })
    await trusted(atrium, 'it')
    expect(await reportOf(atrium, 'it')).toContain(folder)
    expect(readFileSync(path.join(atrium.directory, 'servers.json'), 'utf8')).not.toContain(folder)

    const newer = await opened(atrium, 'good-node-newer')
    expect(newer).toMatchObject({ installed: [{ server: 'it', bundle: { version: '1.0.0' } }] })
    await link.call('updateServer', serverOf(newer, 'it', { region: 'eu' }))
    expect(foldersOf(atrium, 'good-node')).toHaveLength(2)
    await trusted(atrium, 'it')
    await atrium.person.until('the old one is gone', () => foldersOf(atrium, 'good-node').length === 1)
    expect(await reportOf(atrium, 'it')).toContain('eu')
    await atrium.remove('it')
    expect(existsSync(path.join(bundlesIn(atrium), 'good-node'))).toBe(false)
  })

  test('[BUN-7] says that another author, content or an older version is in use', async () => {
    const atrium = await ownHost()
    const review = await opened(atrium, 'good-node')
    await atrium.person.link.call('addServer', serverOf(review, 'it'))
    const codes = async (name: string) => {
      const read = await opened(atrium, name)
      return 'refused' in read ? [] : read.facts.warnings.map(({ code }) => code)
    }
    expect(await codes('good-node-older')).toEqual(['older-than-installed'])
    expect(await codes('good-node-other-author')).toEqual(['other-author-than-installed'])
    expect(await codes('good-node')).toEqual([])
  })

  test('[BUN-8] keeps a secret setting out of servers.json, and passes it in the environment or an argument', async () => {
    const atrium = await ownHost()
    const review = await opened(atrium, 'configured')
    const answers = { api_key: 's3cret-$&-$1', folders: ['/a'], limit: '5', verbose: 'false', note: '${__dirname}' }
    const { candidate } = soundIn(review).facts
    candidate.launch.args.push(['--key=', { ask: 'api_key' }])
    await atrium.person.link.call('addServer', serverOf(review, 'it', answers))
    await trusted(atrium, 'it')
    const written = readFileSync(path.join(atrium.directory, 'servers.json'), 'utf8')
    expect(written).not.toContain('s3cret')
    expect(written).toContain('--key=${api_key}')
    const report = await reportOf(atrium, 'it')
    expect(report).toContain('--key=[secret server/it/argument/api_key]')
    expect(report).toContain('sha256:')
    expect(report).toContain('at ${__dirname} in')
  })

  test.each(['platform-other', 'runtime-new'])(
    'shows a bundle that cannot be used here, and adds nothing: %s',
    async (name) => {
      const atrium = await ownHost()
      const review = await opened(atrium, name)
      expect('refused' in review ? [] : review.facts.blocks).toEqual([samples[name]?.code])
      await expect(atrium.person.link.call('addServer', serverOf(review, 'it'))).rejects.toMatchObject({
        code: 'conflict',
      })
      expect(existsSync(path.join(bundlesIn(atrium), name))).toBe(false)
      expect(atrium.person.state.configured.servers).toEqual({})
    },
  )

  test('[BUN-9] finds changed files, and restores them from its own copy', async () => {
    const atrium = await ownHost()
    const { link } = atrium.person
    await link.call('addServer', serverOf(await opened(atrium, 'good-node'), 'it'))
    const [folder = ''] = foldersOf(atrium, 'good-node')
    const file = path.join(bundlesIn(atrium), 'good-node', folder, 'server/index.mjs')
    expect(await link.call('checkBundle', { server: 'it' })).toEqual({ changed: [], missing: [], canRestore: true })
    const before = readFileSync(file)
    writeFileSync(file, 'process.exit(1)')
    expect(await link.call('checkBundle', { server: 'it' })).toMatchObject({ changed: ['server/index.mjs'] })
    await link.call('restoreBundle', { server: 'it' })
    expect(readFileSync(file)).toEqual(before)
  })

  test('drops a copy that arrives out of order, and forgets copies when Atrium ends', async () => {
    const atrium = await ownHost()
    const { link } = atrium.person
    const { upload } = await link.call('startBundle', { bytes: 10 })
    await expect(link.call('addBundleBytes', { upload, at: 4, data: 'AAAA' })).rejects.toMatchObject({
      code: 'bad-input',
    })
    await expect(link.call('openBundle', { upload })).rejects.toMatchObject({ code: 'not-found' })
    const { sha256 } = await opened(atrium, 'good-node')
    await atrium.stop()
    await atrium.open()
    await expect(atrium.person.link.call('reviewBundle', { sha256 })).rejects.toMatchObject({ code: 'not-found' })
    expect(existsSync(path.join(bundlesIn(atrium), '.opened'))).toBe(false)
  })

  test.each(['bomb', 'slip-parent', 'duplicate-manifest'])('keeps nothing of a refused bundle: %s', async (name) => {
    const atrium = await ownHost()
    expect(await opened(atrium, name)).toMatchObject({ refused: samples[name]?.code })
    expect(existsSync(bundlesIn(atrium))).toBe(false)
  })
})
