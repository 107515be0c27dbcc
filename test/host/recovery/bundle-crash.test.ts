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
    await host.until('it is being unpacked', () => {
      const partial = path.join(folder, `1.0.0-${sha256.slice(0, 12)}.partial`, 'data')
      return existsSync(partial) && readdirSync(partial).length > round * 250
    })
    await host.kill()
    expect(await adding).toBeInstanceOf(Unanswered)

    const next = await HostProcess.start(directory)
    onTestFinished(() => next.kill())
    expect(next.person.state.configured.servers).toEqual({})
    expect(existsSync(folder)).toBe(false)
    const again = await openBundle(next.person.link, slow)
    expect(await next.person.link.call('reviewBundle', { sha256: again })).toMatchObject({ sha256, installed: [] })
  },
)
