import { expect, test } from 'vitest'
import { proxyMessages } from '../../../shared/content/app-message.ts'
import { FrameLink } from '../../../renderer/ui/app-frame/frame-link.ts'

/** A link with everything that leaves it, and a clock that a test moves. */
function open() {
  const sent: { id?: string; method?: string }[] = []
  const came: unknown[] = []
  const ended: string[] = []
  const clock = { now: 0, ready: 0, scheme: 'dark' }
  const link = new FrameLink({
    look: () => ({ title: 'App of one', scheme: clock.scheme }),
    send: (message) => sent.push(message as { id?: string; method?: string }),
    onReady: () => (clock.ready += 1),
    onMessage: (message) => came.push(message),
    onEnd: (why) => ended.push(why),
    now: () => clock.now,
  })
  const say = (method: string) => link.receive({ jsonrpc: '2.0', method })
  return { link, sent, came, ended, clock, say }
}

test('[APP-23] answers the proxy once, and sends nothing to a page before', () => {
  const { link, sent, came, ended, clock, say } = open()
  link.send({ method: 'early' })
  expect(sent).toEqual([])
  say(proxyMessages.ready)
  const params = { html: '', title: 'App of one', scheme: 'dark' }
  expect(sent).toEqual([{ jsonrpc: '2.0', method: proxyMessages.show, params }])
  expect([clock.ready, came]).toEqual([1, []])
  say(proxyMessages.ready)
  expect([ended, sent.length, clock.ready]).toEqual([['left'], 1, 1])
  link.send({ method: 'late' })
  say('late')
  expect([sent.length, came]).toEqual([1, []])
})

test('[APS-17] takes 100 messages at once and then 50 a second, and ends a page after 1000 too many', () => {
  const { came, ended, clock, say } = open()
  for (let count = 0; count < 150; count += 1) say('x')
  expect(came.length).toBe(100)
  clock.now += 1000
  for (let count = 0; count < 150; count += 1) say('x')
  expect(came.length).toBe(150)
  for (let count = 0; count < 850; count += 1) say('x')
  expect(ended).toEqual([])
  say('x')
  expect(ended).toEqual(['floods'])
})

test('[APS-5] takes a large message with files for as many as would have its bytes @all', () => {
  const { link, came } = open()
  const params = { text: 'x'.repeat(10 * 1024 * 1024 - 100) }
  for (let count = 0; count < 12; count += 1) link.receive({ jsonrpc: '2.0', method: 'ui/download-file', params })
  expect(came.length).toBe(10)
})

test('[APS-17] counts messages that aren’t JSON as dropped', () => {
  const { link, ended, clock } = open()
  for (let count = 0; count < 1001; count += 1) {
    clock.now += 1000
    link.receive(new Date(0))
  }
  expect(ended).toEqual(['floods'])
})

test('[APP-19] ends a page that answered pings and then misses two, and no other', () => {
  const begin = () => {
    const opened = open()
    opened.say(proxyMessages.ready)
    opened.link.ping()
    expect(opened.sent.length).toBe(1)
    opened.say('ui/notifications/initialized')
    return opened
  }
  const silent = begin()
  for (let count = 0; count < 9; count += 1) silent.link.ping()
  expect(silent.ended).toEqual([])

  const { link, sent, came, ended } = begin()
  for (let count = 0; count < 9; count += 1) {
    link.ping()
    link.receive({ jsonrpc: '2.0', id: sent.at(-1)?.id, result: {} })
  }
  expect([ended, came.length]).toEqual([[], 1])
  link.ping()
  link.ping()
  expect(ended).toEqual([])
  link.ping()
  expect(ended).toEqual(['hangs'])
})
