import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fetchRelease, usualReleaseLimits } from '../../../main/host/releases/release-client.ts'
import { isNewer, longestNotes } from '../../../main/host/releases/read-release.ts'
import { ReleaseWatch } from '../../../main/host/releases/release-watch.ts'
import { releaseWords } from '../../../main/host/releases/words.ts'
import type { ReleasePlace } from '../../../main/host/platform.ts'
import { releasesOf } from '../../../main/shells/common/releases.ts'
import { defaultSettings, type Settings } from '../../../shared/config/settings.ts'
import type { HostEvent, Recorded } from '../../../shared/events/events.ts'
import type { Releases } from '../../../shared/events/release-events.ts'
import { FakeReleases } from './fake-releases.ts'
import { ScriptedClock } from '../../support/scripted-clock.ts'
import { until } from '../../support/waiting.ts'

const hour = 3_600_000
const day = 24 * hour

let fake: FakeReleases
let directory: string

beforeEach(async () => {
  fake = await FakeReleases.listen()
  directory = mkdtempSync(path.join(tmpdir(), 'atrium-releases-'))
})
afterEach(async () => {
  await fake.close()
  rmSync(directory, { recursive: true, force: true })
})

/** The watch of a host with these settings, over one data folder. */
class Watched {
  readonly clock = new ScriptedClock()
  readonly watch: ReleaseWatch
  known: Releases | undefined
  #settings: Settings
  readonly #listeners = new Set<(recorded: Recorded) => void>()

  constructor(updates?: Settings['updates'], version = '0.1.0', place: ReleasePlace | 'nowhere' = fake.place) {
    this.#settings = { ...defaultSettings, updates }
    const settings = () => this.#settings
    this.watch = new ReleaseWatch({
      journal: {
        get state() {
          return { configured: { settings: settings() } }
        },
        append: (event: HostEvent) => {
          if (event.type === 'releases.known') this.known = event.releases
        },
        subscribe: (listener) => {
          this.#listeners.add(listener)
          return () => void this.#listeners.delete(listener)
        },
      },
      platform: { dataDirectory: directory, app: { version, ...(place !== 'nowhere' && { releases: place }) } },
      clock: this.clock,
      limits: { ...usualReleaseLimits, requestMs: 5000 },
    })
  }

  choose(updates: Settings['updates']): void {
    const before = this.#settings
    this.#settings = { ...before, updates }
    const event = { type: 'configured', file: 'settings', before, after: this.#settings, actor: 'a' } as const
    for (const listener of this.#listeners) listener({ seq: 1, at: 0, event })
    this.clock.pass(0)
  }

  /** Resolves once this many requests were answered and taken. */
  async looked(times: number): Promise<Releases['look']> {
    await until(() => fake.requests.length >= times && this.known?.look?.at === this.clock.wall(), 'the look')
    return this.known?.look
  }
}

describe('the look for a newer version', () => {
  test('[ELE-80] is off until the user agrees, and stops when they change their mind', async () => {
    fake.publish('v0.2.0')
    const host = new Watched()
    host.clock.pass(3 * day)
    expect(fake.requests).toEqual([])
    host.choose('daily')
    expect((await host.looked(1))?.newer?.version).toBe('0.2.0')
    host.choose('never')
    host.clock.pass(3 * day)
    await host.watch.close()
    expect(fake.requests).toHaveLength(1)
  })

  test('[ELE-80] happens once a day, across starts of Atrium', async () => {
    fake.publish('v0.2.0')
    const first = new Watched('daily')
    expect(fake.requests).toEqual([])
    first.clock.pass(60_000)
    await first.looked(1)
    first.clock.pass(23 * hour)
    await first.watch.close()
    const second = new Watched('daily')
    expect(second.known?.look?.newer?.version).toBe('0.2.0')
    second.clock.pass(hour)
    await second.watch.close()
    expect(fake.requests).toHaveLength(1)
    writeFileSync(path.join(directory, 'releases.json'), JSON.stringify({ at: second.clock.wall() - 2 * day }))
    const third = new Watched('daily')
    third.clock.pass(60_000)
    await third.looked(2)
    third.clock.pass(day)
    await until(() => fake.requests.length === 3, 'the next day’s request')
    await third.watch.close()
  })

  test('[ELE-80] isn’t repeated within a day, and is due if the clock was set back', async () => {
    fake.publish('v0.2.0')
    const first = new Watched('daily')
    first.clock.pass(60_000)
    await first.looked(1)
    for (let passed = 1; passed < 24; passed++) {
      first.clock.pass(hour)
      // A look that isn't due would be under way now, and this one joins it.
      expect(first.known?.look?.at, `${passed} hours later`).toBe(first.clock.wall() - passed * hour)
      await new Promise((resolve) => setImmediate(resolve))
    }
    first.clock.pass(hour)
    await first.looked(2)
    expect(fake.requests).toHaveLength(2)
    await first.watch.close()
    const later = { at: first.clock.wall() + 2 * day }
    writeFileSync(path.join(directory, 'releases.json'), JSON.stringify(later))
    const second = new Watched('daily')
    second.clock.pass(60_000)
    await second.looked(3)
    await second.watch.close()
  })

  test.each([
    ['a version of another form', { version: 'latest', notes: '' }],
    ['a long version', { version: `9.0.0+${'b'.repeat(200)}`, notes: '' }],
    ['members of another form', { version: 9, notes: 7, page: null }],
    ['no version', {}],
  ])('[ELE-81] starts with a file of its last look that has %s', async (_what, newer) => {
    writeFileSync(
      path.join(directory, 'releases.json'),
      JSON.stringify({ at: 1, newer: { page: fake.place.page, ...newer } }),
    )
    const host = new Watched('daily')
    expect(host.known?.look).toEqual({ at: 1, newer: undefined })
    await host.watch.close()
  })

  test('[ELE-82] judges a file of its last look like an answer: the page is the repository’s, the notes are bounded', async () => {
    const { page } = fake.place
    const newer = { version: '9.0.0', notes: 'x'.repeat(100_000), page: `${page}EVIL/../../x` }
    writeFileSync(path.join(directory, 'releases.json'), JSON.stringify({ at: 1, newer }))
    const host = new Watched('daily')
    expect(host.known?.look?.newer).toEqual({ version: '9.0.0', notes: expect.any(String), page })
    expect(host.known?.look?.newer?.notes).toHaveLength(longestNotes + 1)
    await host.watch.close()
  })

  test('[ELE-80] never happens, and isn’t offered, without an address', async () => {
    const host = new Watched('daily', '0.1.0', 'nowhere')
    expect(host.known).toEqual({ look: undefined })
    host.clock.pass(day)
    host.choose('daily')
    await expect(host.watch.look()).rejects.toMatchObject({
      code: 'unavailable',
      message: releaseWords.noAddress,
    })
    await host.watch.close()
    expect(fake.requests).toEqual([])
  })

  test('[ELE-80] sends nothing about the user, the computer or this copy', async () => {
    fake.publish('v0.2.0')
    await fetchRelease(fake.place, new AbortController().signal)
    const [request] = fake.requests
    expect(request?.url).toBe('/api/v1/repos/ada/atrium/releases/latest')
    expect(request?.headers).toEqual({
      host: new URL(fake.repository).host,
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'Atrium',
      connection: expect.stringMatching(/^(close|keep-alive)$/),
    })
  })

  test('[ELE-81] tells a failure in a sentence, and keeps what an earlier look found', async () => {
    fake.publish('v0.2.0')
    const host = new Watched('daily')
    host.clock.pass(60_000)
    await host.looked(1)
    fake.answer = { status: 403, json: { message: 'API rate limit exceeded' } }
    await expect(host.watch.look()).rejects.toMatchObject({ code: 'unavailable' })
    expect(host.known?.look?.problem).toMatch(
      /^Atrium couldn’t check for a newer version: 127\.0\.0\.1:\d+ is receiving/,
    )
    expect(host.known?.look?.newer?.version).toBe('0.2.0')
    fake.publish('v0.1.0')
    await host.watch.look()
    expect(host.known?.look).toEqual({ at: host.clock.wall(), newer: undefined })
    await host.watch.close()
  })

  test('[ELE-81] forgets what it found once that version runs', async () => {
    fake.publish('v0.2.0')
    const host = new Watched('daily')
    await host.watch.look()
    await host.watch.close()
    expect(JSON.parse(readFileSync(path.join(directory, 'releases.json'), 'utf8'))).toMatchObject({
      newer: { version: '0.2.0' },
    })
    const after = new Watched('daily', '0.2.0')
    expect(after.known?.look?.newer).toBeUndefined()
    await after.watch.close()
  })

  test.each([
    ['no JSON', { text: 'oops' }, releaseWords.unreadable],
    ['a list', { json: [] }, releaseWords.unreadable],
    ['null', { json: null }, releaseWords.unreadable],
    ['brackets without end', { text: `{"a":${'['.repeat(100)}` }, releaseWords.unreadable],
    [
      'deep nesting',
      { json: { tag_name: 'v9.0.0', a: JSON.parse('['.repeat(40) + ']'.repeat(40)) } },
      releaseWords.unreadable,
    ],
    ['no version', { json: { tag_name: null } }, releaseWords.unreadable],
    ['a version of another form', { json: { tag_name: 'nightly' } }, releaseWords.otherVersion],
    ['a long version', { json: { tag_name: '1'.repeat(200) } }, releaseWords.unreadable],
    ['a web page', { text: '<!doctype html>' }, releaseWords.page],
    ['no release', { status: 404, json: {} }, releaseWords.none],
    ['another status', { status: 500, text: '' }, releaseWords.status(500)],
    ['too much', { text: `"${'x'.repeat(600 * 1024)}"` }, releaseWords.tooLong],
  ])('[ELE-81] says what is wrong with an answer that has %s', async (_name, answer, clause) => {
    fake.answer = answer
    await expect(fetchRelease(fake.place, new AbortController().signal)).rejects.toThrow(clause)
  })

  test('[ELE-81] gives up on an answer that doesn’t end, and follows no redirect to another host', async () => {
    fake.answer = () => undefined
    const brief = { ...usualReleaseLimits, requestMs: 100 }
    await expect(fetchRelease(fake.place, new AbortController().signal, brief)).rejects.toThrow(
      releaseWords.tooSlow(0.1),
    )
    const elsewhere = await FakeReleases.listen()
    fake.answer = (_request, response) => void response.writeHead(302, { location: elsewhere.place.feed }).end()
    await expect(fetchRelease(fake.place, new AbortController().signal)).rejects.toThrow(/redirects/)
    expect(elsewhere.requests).toEqual([])
    await elsewhere.close()
  })

  test('[ELE-82] bounds the notes, and opens only a page of the repository', async () => {
    const read = async (more: object) => {
      fake.publish('v0.2.0', more)
      return fetchRelease(fake.place, new AbortController().signal)
    }
    const { page } = fake.place
    expect(await read({})).toEqual({ version: '0.2.0', notes: 'Notes of v0.2.0', page: `${page}/tag/v0.2.0` })
    expect((await read({ body: 'x'.repeat(100_000) }))?.notes).toHaveLength(longestNotes + 1)
    expect((await read({ body: null }))?.notes).toBe('')
    for (const address of [
      'https://evil.example/',
      'javascript:alert(1)',
      'file:///etc/passwd',
      null,
      7,
      `${page}evil`,
      `${page}/../../../evil/evil`,
      page.replace('//', '//ada@'),
      `${page}/%2e%2e/x`,
      `${page}/tag%2fx`,
      `${page}/tag%5Cx`,
      `${page}/tag/%252e%2Ex`,
      `https://evil.example${new URL(page).pathname}/tag/v0.2.0`,
      `${page}/x?to=evil`,
    ])
      expect((await read({ html_url: address }))?.page, String(address)).toBe(page)
    expect(await read({ draft: true })).toBeUndefined()
    expect(await read({ prerelease: true })).toBeUndefined()
    fake.publish('v9.0.0-rc.1')
    expect(await fetchRelease(fake.place, new AbortController().signal)).toBeUndefined()
  })

  test('[ELE-82] compares versions as semantic versions', () => {
    expect(isNewer('0.10.0', '0.9.9')).toBe(true)
    expect(isNewer('0.9.9', '0.10.0')).toBe(false)
    expect(isNewer('0.1.0', '0.1.0')).toBe(false)
    expect(isNewer('1.0.0-beta.1', '1.0.0')).toBe(false)
    expect(isNewer('1.0.0', '')).toBe(false)
  })

  test('[ELE-80] reads the address from the package’s repository, in the forms npm knows', () => {
    const github = {
      feed: 'https://api.github.com/repos/ada/atrium/releases/latest',
      page: 'https://github.com/ada/atrium/releases',
    }
    for (const written of [
      'ada/atrium',
      'github:ada/atrium',
      'https://github.com/ada/atrium',
      'git+https://github.com/ada/atrium.git',
    ])
      expect(releasesOf(written), written).toEqual(github)
    expect(releasesOf({ type: 'git', url: 'git+https://github.com/ada/atrium.git' })).toEqual(github)
    expect(releasesOf('https://codeberg.org/ada/atrium')).toEqual({
      feed: 'https://codeberg.org/api/v1/repos/ada/atrium/releases/latest',
      page: 'https://codeberg.org/ada/atrium/releases',
    })
    for (const written of [
      undefined,
      null,
      7,
      '',
      'atrium',
      'ftp://x/a/b',
      'http://example.com/a/b',
      'https://u:p@github.com/a/b',
    ])
      expect(releasesOf(written), String(written)).toBeUndefined()
    expect(releasesOf('https://github.com/ada')).toBeUndefined()
    expect(releasesOf('https://github.com/ada/atrium/tree/main')).toBeUndefined()
  })
})
