import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type { CommandName, HostEnd, HostLink } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { isObject } from '../../../shared/schema/json.ts'
import { jsonText } from '../../../shared/schema/json-text.ts'
import { answerWritten } from './answers.ts'
import type { Visitor } from './sessions.ts'
import { webWords as words } from './words.ts'

/** Milliseconds between empty lines: a page that gets nothing for twice this knows it is disconnected. */
const heartbeatEvery = 15_000
/** A reader that takes nothing for this many milliseconds is gone. */
const patience = 60_000
/** A browser opens six connections per address; the remaining one carries calls. */
const streamsPerBrowser = 5

/** Carries one command: `{ name, input }` in, `{ result }` out. The host checks the name, the right and the input. */
export async function carryCall(link: HostEnd, body: unknown, response: ServerResponse): Promise<void> {
  if (!isObject(body) || typeof body.name !== 'string') throw new HostError('bad-input', words.badCall)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the host refuses unknown names and parses every input
  const result = await link.callForJson(body.name as CommandName, body.input ?? {})
  answerWritten(response, 200, `{"result":${result}}`)
}

/**
 * Carries the feed: one `FeedMessage` as JSON per line. A slow reader makes the host wait. A reader that sent a nonce
 * gets its proof on the first line, and so knows that no other program took over the port.
 */
export function carryFeed(link: HostLink, visitor: Visitor, response: ServerResponse, nonce: unknown): void {
  const { browser } = visitor
  if (browser.streams >= streamsPerBrowser) throw new HostError('conflict', words.tooManyTabs(streamsPerBrowser))
  browser.streams += 1
  const gone = new AbortController()
  response.writeHead(200, { 'content-type': 'application/x-ndjson; charset=utf-8' }).flushHeaders()
  if (typeof nonce === 'string') response.write(`${JSON.stringify({ proof: visitor.prove(nonce) })}\n`)
  const heartbeat = setInterval(() => {
    if (!visitor.use()) response.end()
    else if (!response.writableNeedDrain) response.write('\n')
  }, heartbeatEvery)
  const forget = visitor.onEnd(() => response.end())
  const carry = (json: string): void | Promise<void> =>
    response.write(lineOf(json)) ? undefined : drained(response, gone.signal)
  const unsubscribe = link.subscribe((message) => {
    const json = jsonText(message, { now: () => performance.now(), next: () => setImmediate() })
    return typeof json === 'string' ? carry(json) : json.then((it) => (gone.signal.aborted ? undefined : carry(it)))
  })
  response.once('close', () => {
    gone.abort()
    clearInterval(heartbeat)
    forget()
    unsubscribe()
    browser.streams -= 1
  })
}

/** Some readers treat Unicode separators as line ends, so they're escaped. */
const lineOf = (json: string): string =>
  `${/[\u2028\u2029]/.test(json) ? json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029') : json}\n`

/** Resolves when the reader has caught up, or is gone. */
async function drained(response: ServerResponse, gone: AbortSignal): Promise<void> {
  const lost = setTimeout(() => response.destroy(), patience)
  await once(response, 'drain', { signal: gone }).catch(() => undefined)
  clearTimeout(lost)
}
