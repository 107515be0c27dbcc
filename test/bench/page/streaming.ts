import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { Atrium } from '../../support/atrium.ts'
import { mixedMarkdown } from '../../support/long/conversation.ts'
import { openPage, watch, type Watched } from './browser.ts'
import { inFull, rowOf, type Row, type Target } from '../measure.ts'

/** 1,000 tokens a second, at four characters each. */
const characters = inFull(25_000, 2000)
const piece = { characters: 80, ms: 20 }
const rounds = inFull(3, 1)

const answer = Array.from({ length: 120 }, (_, number) => mixedMarkdown(number))
  .join('\n')
  .slice(0, characters)

/** An answer of 25 KB at 1,000 tokens a second, in the built page next to a page that appends it to one text. */
export async function streamingRows(browser: Browser): Promise<Row[]> {
  const content = [{ text: answer, chunk: piece.characters, delay_ms: piece.ms }]
  const atrium = await Atrium.start({ scenario: { turns: [{ content, sticky: true }] } })
  const ours = await openPage(browser, atrium)
  const bare = await openBare(browser)
  const figures: { ours: Watched[]; bare: Watched[] } = { ours: [], bare: [] }
  try {
    for (let round = 0; round < rounds; round++) {
      await ours.page.goto(new URL('#/', ours.page.url()).href)
      await ours.page.getByRole('textbox', { name: 'Message' }).fill('Go')
      figures.ours.push(await watch(browser, ours.page, () => streamOurs(atrium, ours.page)))
      figures.bare.push(await watch(browser, bare.page, bare.stream))
    }
  } finally {
    ours.close()
    bare.close()
    await atrium.close()
  }
  const row = (name: string, unit: string, figure: (watched: Watched) => number, target: Target = {}): Row =>
    rowOf(
      `1,000 tokens a second, ${name}`,
      unit,
      { ours: figures.ours.map(figure), bare: figures.bare.map(figure) },
      { beside: 'a page that appends to one text', ...target },
    )
  return [
    row('main thread busy', '%', ({ busy }) => busy, { most: 1.3 }),
    row('longest task', 'ms', ({ longest }) => longest, { limit: 50 }),
    row('frames lost', '%', ({ lost }) => lost),
  ]
}

async function streamOurs({ person }: Atrium, page: Page): Promise<void> {
  const before = person.all('turn.finished').length
  await page.keyboard.press('Enter')
  await person.until('the answer ends', () => person.all('turn.finished').length > before)
}

/** A page that reads the same pieces and appends them to one text, with the end in view. */
async function openBare(browser: Browser) {
  const server = createServer((request, response) => {
    if (request.url === '/') return response.setHeader('content-type', 'text/html').end(barePage)
    void (async () => {
      for (let from = 0; from < answer.length; from += piece.characters) {
        response.write(answer.slice(from, from + piece.characters))
        await sleep(piece.ms)
      }
      response.end()
    })()
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  return { page, stream: () => page.evaluate<void>('stream()'), close: () => server.close() }
}

const barePage = `<!doctype html><meta charset="utf-8"><body style="margin:0;height:100vh;overflow:auto">
<div style="width:736px;margin:auto;white-space:pre-wrap;font:15px/24px sans-serif" id="text"></div><script>
async function stream() {
  const text = document.getElementById('text').appendChild(new Text())
  const reader = (await fetch('/text')).body.pipeThrough(new TextDecoderStream()).getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    text.appendData(next.value)
    requestAnimationFrame(() => document.body.scrollTo(0, document.body.scrollHeight))
  }
  text.remove()
}
</script>`
