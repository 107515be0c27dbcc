import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type * as fileSystem from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { storedName } from '../../../shared/risk/secret-names.ts'
import { Atrium, peer } from '../../support/atrium.ts'
import { consentOf } from '../../../shared/state/consents.ts'

/** Called before each rename of a file or folder. */
let beforeRename = (): void => undefined
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof fileSystem>()
  const renameSync: typeof fs.renameSync = (...paths) => {
    beforeRename()
    fs.renameSync(...paths)
  }
  return { ...fs, default: fs, renameSync }
})

/** The remains of a killed process: the data folder, and the secret store's values. */
type Left = { id: 'mail' | 'post'; folder: string; values: Map<string, string> }

const names = { mail: 'server/mail/env/TOKEN', post: 'server/post/env/TOKEN' }
const keys = { mail: 'server/mail/env/KEY', post: 'server/post/env/KEY' }

/** A server with two secrets, a rule and a file in its folder. */
async function prepared(): Promise<Atrium> {
  const atrium = await Atrium.start()
  onTestFinished(() => atrium.close())
  const env = { TOKEN: { secret: names.mail }, KEY: { secret: keys.mail } }
  const secrets = { [names.mail]: 'hush-hush-hush', [keys.mail]: 'hush-hush-key' }
  await atrium.add('mail', { ...peer('good.mjs'), env }, { secrets })
  writeFileSync(path.join(consentOf(atrium.person.state, 'mail').trusted?.cwd ?? '', 'kept.txt'), 'kept')
  const { hash: definition = '' } = atrium.person.state.servers['mail']?.tools['echo'] ?? {}
  const rule = { effect: 'allow', scope: 'always', server: 'mail', tool: 'echo', definition } as const
  await atrium.person.link.call('changeRules', { add: [rule] })
  return atrium
}

test('[SRV-77] finishes a rename that was cut off by a kill anywhere: nothing is lost, and nothing is there twice', async () => {
  const atrium = await prepared()
  const scratch = mkdtempSync(path.join(tmpdir(), 'atrium-renames-'))
  onTestFinished(() => rmSync(scratch, { recursive: true, force: true }))
  const left: Left[] = []
  /** The values move when the log has the rename. */
  let id: Left['id'] = 'mail'
  const keepWhatIsLeft = (): void => {
    const folder = path.join(scratch, String(left.length))
    cpSync(atrium.directory, folder, { recursive: true })
    left.push({ id, folder, values: new Map(atrium.secrets.values) })
  }
  const { secrets } = atrium
  const { set, keep, delete: remove } = secrets
  // The log's signatures are written at their own times.
  const isOwn = (name: string): boolean => name.startsWith('server/') || name === 'log/renames'
  const noting = (name: string): void => {
    if (!isOwn(name)) return
    id = 'post'
    keepWhatIsLeft()
  }
  secrets.set = (name, value) => (noting(name), set(name, value))
  secrets.keep = (name, value) => (noting(name), keep(name, value))
  secrets.delete = (name) => (noting(name), remove(name))
  beforeRename = keepWhatIsLeft
  keepWhatIsLeft()
  await atrium.person.link.call('renameServer', { id: 'mail', to: 'post' })
  beforeRename = () => undefined
  Object.assign(secrets, { set, keep, delete: remove })
  keepWhatIsLeft()
  await atrium.stop()
  // Each value's copy and the old one's end; the mark; the server's folder; servers.json; and all of it.
  expect(left.filter((one) => one.id === 'post').length).toBeGreaterThanOrEqual(8)

  for (const [step, { id: its, folder, values }] of left.entries()) {
    rmSync(atrium.directory, { recursive: true })
    cpSync(folder, atrium.directory, { recursive: true })
    chmodSync(atrium.directory, 0o700)
    secrets.values.clear()
    for (const [name, value] of values) secrets.values.set(name, value)
    await atrium.open()
    const { person } = atrium
    const status = () => person.state.servers[its]?.status
    await person.until(`it is ready after step ${step}`, () => status()?.state === 'ready')
    const { configured, consents, rules, asks, renaming } = person.state
    expect(Object.keys(configured.servers)).toEqual([its])
    expect(
      Object.keys(JSON.parse(readFileSync(path.join(atrium.directory, 'servers.json'), 'utf8')).mcpServers),
    ).toEqual([its])
    expect(Object.keys(consents)).toEqual([its])
    expect(consents[its]).toMatchObject({ trusted: expect.anything(), pins: expect.anything() })
    expect(readFileSync(path.join(consents[its]?.trusted?.cwd ?? '', 'kept.txt'), 'utf8')).toBe('kept')
    expect(Object.values(rules).map(({ server }) => server)).toEqual([its])
    expect([asks, renaming]).toEqual([[], undefined])
    const own = [...secrets.values].filter(([name]) => name.startsWith('server/'))
    expect(new Map(own)).toEqual(
      new Map([
        [storedName(names[its], 'program'), 'hush-hush-hush'],
        [storedName(keys[its], 'program'), 'hush-hush-key'],
      ]),
    )
    expect(person.state.secrets.filter((name) => name.startsWith('server/')).toSorted()).toEqual([
      keys[its],
      names[its],
    ])
    await atrium.stop()
  }
  await atrium.open()
})
