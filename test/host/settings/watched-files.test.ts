import { EventEmitter } from 'node:events'
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Journal } from '../../../main/host/journal/journal.ts'
import { Configuration } from '../../../main/host/settings/configuration.ts'

type Seen = (event: string, name: string | null) => void

/** A configuration in a folder whose watches are played. `refused` watches are refused first. */
function watched(refused = 0) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'watched-')))
  const given = `${directory}-short`
  const journal = Journal.open(directory)
  const watches: { folder: string; seen: Seen; emitter: EventEmitter; isOpen: boolean }[] = []
  let left = refused
  const configuration = new Configuration(given, journal, () => {}, {
    realpath: (folder) => (folder === given ? directory : folder),
    watch: (folder, seen) => {
      if (left-- > 0) throw new Error('no space left for watches')
      const emitter = new EventEmitter()
      const entry = { folder, seen, emitter, isOpen: true }
      watches.push(entry)
      return Object.assign(emitter, { close: () => (entry.isOpen = false) })
    },
  })
  symlinkSync(directory, given)
  configuration.open()
  onTestFinished(async () => {
    configuration.close()
    vi.useRealTimers()
    await journal.close()
    for (const path of [directory, given]) rmSync(path, { recursive: true })
  })
  const problems = () => journal.state.configured.problems
  const write = (enabled: boolean) =>
    writeFileSync(join(directory, 'servers.json'), JSON.stringify({ mcpServers: { a: { command: 'x', enabled } } }))
  return { directory, configuration, watches, problems, write }
}

describe('[WIN-9] the watch of a configuration', () => {
  test('names the folder by its real path, and never the given one', () => {
    const { directory, watches } = watched()
    expect(watches.map(({ folder }) => folder)).toEqual([directory, directory])
  })

  test.each([null, 'servers.json', 'Servers.JSON'])('reads the file again after a change of %j', (name) => {
    const { configuration, watches, write } = watched()
    write(false)
    for (const { seen } of watches) seen('change', name)
    vi.advanceTimersByTime(1000)
    expect(configuration.servers).toMatchObject({ a: { enabled: false } })
  })

  test('says that it ended, is set up again, and reads what was missed', () => {
    const { configuration, watches, problems, write } = watched()
    watches[0]?.emitter.emit('error', new Error('EPERM'))
    expect(problems()).toEqual({
      servers: ['Can’t see changes of servers.json by other programs (EPERM). Atrium tries again.'],
      settings: [],
    })
    expect(watches.map(({ isOpen }) => isOpen)).toEqual([false, true])
    write(true)
    vi.advanceTimersByTime(10_000)
    expect(watches.map(({ isOpen }) => isOpen)).toEqual([false, true, true])
    expect(configuration.servers).toMatchObject({ a: { enabled: true } })
    expect(problems()).toEqual({ servers: [], settings: [] })
  })

  test('costs no start if it can’t be set up, and isn’t set up after the end', () => {
    const { configuration, watches, problems } = watched(4)
    expect(watches).toEqual([])
    expect(problems().settings).toEqual([expect.stringContaining('no space left for watches')])
    vi.advanceTimersByTime(20_000)
    expect(watches).toHaveLength(2)
    expect(problems()).toEqual({ servers: [], settings: [] })
    watches[1]?.emitter.emit('error', new Error('EPERM'))
    configuration.close()
    vi.advanceTimersByTime(20_000)
    expect(watches).toHaveLength(2)
  })
})
