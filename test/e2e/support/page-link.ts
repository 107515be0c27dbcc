import { expect, type Page } from '@playwright/test'
import type { Person } from '../../support/person.ts'

type Link = Person['link']
type State = Person['state']
type Reply = { result?: unknown; error?: { code: string; message: string } }
type Bridge = {
  call(name: string, input: string): Promise<string>
  subscribe(listener: (message: string) => void): () => void
}

/** The contract, used from within the page with its own session: the same commands as a press, without the presses. */
export class PageLink {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  readonly call: Link['call'] = async (name, input) => {
    const text = await this.#page.evaluate(callFromPage, [name, JSON.stringify(input)] as const)
    const { result, error } = JSON.parse(text) as Reply
    if (error) throw new Error(`${name}: ${error.message}`)
    return result as never
  }

  /** The host's state, as a newly opened page gets it. */
  async state(): Promise<State> {
    const { snapshot } = JSON.parse(await this.#page.evaluate(snapshotFromPage)) as { snapshot: State }
    return snapshot
  }

  /** In a browser tab: the page’s calls of a command reach the host only once the returned function is called. */
  async hold(command: string): Promise<() => Promise<void>> {
    const { promise: isLet, resolve } = Promise.withResolvers<void>()
    await this.#page.route('**/call', async (route) => {
      const { name } = route.request().postDataJSON() as { name: string }
      if (name === command) await isLet
      await route.continue()
    })
    return async () => {
      resolve()
      await this.#page.unrouteAll({ behavior: 'wait' })
    }
  }

  /** Waits until the state meets the condition. */
  async until<T>(what: string, find: (state: State) => T | undefined | false): Promise<T> {
    let found: T | undefined | false
    const look = async (): Promise<boolean> => Boolean((found = find(await this.state())))
    await expect.poll(look, { message: what, intervals: [20, 50, 100], timeout: 120_000 }).toBe(true)
    return found as T
  }
}

async function callFromPage([name, input]: readonly [string, string]): Promise<string> {
  const { atrium } = globalThis as { atrium?: Bridge }
  if (atrium) return atrium.call(name, input)
  const headers = { 'content-type': 'application/json', 'x-atrium-token': sessionStorage.getItem('atrium.token') ?? '' }
  const body = `{"name":${JSON.stringify(name)},"input":${input}}`
  return (await fetch('/call', { method: 'POST', headers, body })).text()
}

/** A feed's first message; ends the feed. */
async function snapshotFromPage(): Promise<string> {
  const { atrium } = globalThis as { atrium?: Bridge }
  if (atrium)
    return new Promise((resolve) => {
      const leave = atrium.subscribe((message) => {
        resolve(message)
        queueMicrotask(() => leave())
      })
    })
  const stop = new AbortController()
  const headers = { 'x-atrium-token': sessionStorage.getItem('atrium.token') ?? '' }
  const { body } = await fetch('/events', { headers, signal: stop.signal })
  let text = ''
  if (body)
    for await (const part of body.pipeThrough(new TextDecoderStream())) {
      text += part
      if (text.includes('\n')) break
    }
  stop.abort()
  return text.split('\n')[0] ?? ''
}
