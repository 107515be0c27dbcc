import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openBundle } from '../../support/bundles/open-bundle.ts'
import { base, manifestFile, server } from '../../support/bundles/samples.mjs'
import { file, zip } from '../../support/bundles/zip.mjs'
import { times } from '../../support/deep.ts'
import { HostProcess, Unanswered } from './host-process.ts'

/** Takes a moment to unpack: many small files. */
const slow = zip([
  manifestFile(base('slow')),
  server(),
  ...Array.from({ length: 3000 }, (_none, index) => file(`data/${index}`, `${index}`)),
])

function filesIn(folder: string): number {
  try {
    return readdirSync(folder).length
  } catch {
    return 0
  }
}

test.each(Array.from({ length: times(2, 10) }, (_none, index) => index))(
  '[BUN-10] leaves all or nothing of a bundle when Atrium is killed while adding it (%i) @all',
  async (round) => {
    const directory = mkdtempSync(path.join(tmpdir(), 'atrium-bundle-crash-'))
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
    const folder = path.join(directory, 'bundles', 'slow')
    const host = await HostProcess.start(directory)
    const sha256 = await openBundle(host.person.link, slow)
    const bundle = { name: 'slow', version: '1.0.0', sha256, author: 'Ada Example' }
    const config = { command: 'node', args: ['${__dirname}/server/index.mjs'], cwd: '${__dirname}', bundle }
    const adding = host.person.link.call('addServer', { id: 'it', config }).catch((error: unknown) => error)
    const unpacked = path.join(folder, `1.0.0-${sha256.slice(0, 12)}`)
    const partial = path.join(`${unpacked}.partial`, 'data')
    await host.until('it is being unpacked, or was', () => existsSync(unpacked) || filesIn(partial) > round * 250)
    await host.kill()
    const isConfirmed = !((await adding) instanceof Unanswered)

    const next = await HostProcess.start(directory)
    onTestFinished(() => next.kill())
    const { servers } = next.person.state.configured
    const isAdded = 'it' in servers
    expect(isAdded || !isConfirmed).toBe(true)
    expect(servers).toEqual(isAdded ? { it: expect.objectContaining({ bundle }) } : {})
    expect(existsSync(folder)).toBe(isAdded)
    const again = await openBundle(next.person.link, slow)
    const installed = isAdded ? [expect.anything()] : []
    expect(await next.person.link.call('reviewBundle', { sha256: again })).toMatchObject({ sha256, installed })
  },
)
