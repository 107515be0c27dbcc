import { describe, expect, test } from 'vitest'
import { answerCall, isPageOf, refuseStranger } from '../../../main/shells/electron/calls.ts'
import { Feeds } from '../../../main/shells/electron/feeds.ts'
import type { FeedMessage, HostEnd } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'

/** A host's end of the link, as a carrier sees it. */
class Link implements HostEnd {
  calls: unknown[] = []
  listeners = new Set<(message: FeedMessage) => void | Promise<void>>()
  refusal: Error | undefined

  async call(name: string, input: unknown): Promise<never> {
    this.calls.push([name, input])
    if (this.refusal) throw this.refusal
    return undefined as never
  }

  async callForJson(name: string, input: unknown): Promise<string> {
    return JSON.stringify((await this.call(name, input)) ?? null)
  }

  subscribe(listener: (message: FeedMessage) => void | Promise<void>): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Sends the one subscriber a message of about this many characters, and returns its answer. */
  tell(characters = 1): void | Promise<void> {
    const [listener] = this.listeners
    return listener?.({ n: 1, events: [], durable: 0, padding: 'x'.repeat(characters) } as FeedMessage)
  }
}

describe('commands', () => {
  test('[ELE-12] take a name and JSON, and return their result as JSON', async () => {
    const link = new Link()
    const reply = await answerCall(link, 'listAudit', '{"limit":3,"__proto__":{"right":"admin"}}')
    expect(reply).toBe('{"result":null}')
    expect(link.calls).toEqual([['listAudit', JSON.parse('{"limit":3,"__proto__":{"right":"admin"}}')]])
    expect(JSON.stringify(link.calls)).toContain('__proto__')
  })

  test.each([
    ['a number as a name', 7, '{}'],
    ['an input that is an object', 'listAudit', {}],
    ['an input that is not JSON', 'listAudit', '{'],
    ['no input', 'listAudit', undefined],
    ['an input above 24 MiB', 'listAudit', `"${'x'.repeat(24 * 1024 * 1024)}"`],
  ])('[ELE-12] reject %s without calling the host', async (_what, name, input) => {
    const link = new Link()
    expect(JSON.parse(await answerCall(link, name, input))).toMatchObject({ error: { code: 'bad-input' } })
    expect(link.calls).toEqual([])
  })

  test('[ELE-12] return refusals as values, and tell the page only that an internal error happened', async () => {
    const link = new Link()
    link.refusal = new HostError('not-found', 'There is no such thing.')
    const refusal = { error: { code: 'not-found', message: 'There is no such thing.' } }
    expect(JSON.parse(await answerCall(link, 'getRecord', '{"seq":1}'))).toEqual(refusal)
    link.refusal = new Error('secret detail')
    const reply = await answerCall(link, 'getRecord', '{"seq":1}')
    expect(reply).toContain('internal')
    expect(reply).not.toContain('secret')
  })

  test('[ELE-12] are accepted only from the main frame of the window’s own page', () => {
    const contents = { id: 4 }
    const frame = { parent: null, origin: 'atrium://app' }
    expect(isPageOf(contents, { sender: { id: 4 }, senderFrame: frame })).toBe(true)
    expect(isPageOf(contents, { sender: { id: 5 }, senderFrame: frame })).toBe(false)
    expect(isPageOf(contents, { sender: { id: 4 }, senderFrame: null })).toBe(false)
    expect(isPageOf(contents, { sender: { id: 4 }, senderFrame: { ...frame, parent: frame } })).toBe(false)
    for (const origin of ['https://app', 'atrium://app.evil', 'atrium://app/', 'null', ''])
      expect(isPageOf(contents, { sender: { id: 4 }, senderFrame: { parent: null, origin } }), origin).toBe(false)
    const gone = {
      parent: null,
      get origin(): string {
        throw new Error('Render frame was disposed before WebFrameMain could be accessed')
      },
    }
    expect(isPageOf(contents, { sender: { id: 4 }, senderFrame: gone })).toBe(false)
    expect(JSON.parse(refuseStranger())).toMatchObject({ error: { code: 'forbidden' } })
  })
})

describe('the feed', () => {
  function open() {
    const link = new Link()
    const sent: string[] = []
    return { link, sent, feeds: new Feeds(link, (feed, message) => sent.push(`${feed} ${message.length}`)) }
  }

  test('[ELE-11] never delays the host if the page keeps up', () => {
    const { link, feeds, sent } = open()
    feeds.open('page/1')
    for (let i = 0; i < 100; i++) {
      expect(link.tell(100_000)).toBeUndefined()
      feeds.taken('page/1')
    }
    expect(sent).toHaveLength(100)
  })

  test('[ELE-11] makes the host wait for a slow page until it has caught up', async () => {
    const { link, feeds } = open()
    feeds.open('page/1')
    expect(link.tell(200_000)).toBeUndefined()
    let caughtUp = false
    const waiting = Promise.resolve(link.tell(200_000)).then(() => (caughtUp = true))
    await Promise.resolve()
    expect(caughtUp).toBe(false)
    feeds.taken('page/1')
    await waiting
    expect(caughtUp).toBe(true)
  })

  test('[ELE-11] ends the old page’s feeds when a new page opens its first one, and allows four per page', () => {
    const { link, feeds, sent } = open()
    for (const feed of ['old/1', 'old/2', 'old/3', 'old/4', 'old/5', 'old/1']) feeds.open(feed)
    expect(link.listeners.size).toBe(4)
    feeds.open('new/1')
    expect(link.listeners.size).toBe(1)
    void link.tell()
    expect(sent.map((it) => it.split(' ')[0])).toEqual(['new/1'])
    feeds.taken('old/1')
    feeds.leave('old/1')
    feeds.leave('new/1')
    expect(link.listeners.size).toBe(0)
  })

  test('[ELE-11] stops listening when the page is gone', () => {
    const { link, feeds } = open()
    feeds.open('page/1')
    feeds.open('page/2')
    feeds.leaveAll()
    expect(link.listeners.size).toBe(0)
  })
})
