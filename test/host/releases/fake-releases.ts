import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ReleasePlace } from '../../../main/host/platform.ts'
import { releasesOf } from '../../../main/shells/common/releases.ts'

/** The fake’s answer: a body as JSON or text, with a status; or another behaviour. */
export type ReleaseAnswer =
  | { status?: number; json?: unknown; text?: string }
  | ((request: IncomingMessage, response: ServerResponse) => void)

/** A forge that publishes releases of Atrium, on this computer. */
export class FakeReleases {
  readonly requests: { url: string; headers: IncomingMessage['headers'] }[] = []
  answer: ReleaseAnswer = { status: 404, json: { message: 'Not Found' } }
  readonly #server = createServer((request, response) => {
    this.requests.push({ url: request.url ?? '', headers: request.headers })
    const { answer } = this
    if (typeof answer === 'function') return answer(request, response)
    const { status = 200, json, text = JSON.stringify(json) } = answer
    response.writeHead(status, { 'content-type': 'application/json' }).end(text)
  })

  static async listen(): Promise<FakeReleases> {
    const fake = new FakeReleases()
    await new Promise<void>((resolve) => fake.#server.listen(0, '127.0.0.1', resolve))
    return fake
  }

  /** The repository's address, as in package.json. */
  get repository(): string {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/ada/atrium`
  }

  get place(): ReleasePlace {
    const place = releasesOf(this.repository)
    if (!place) throw new Error('The fake has no place.')
    return place
  }

  /** Publishes a release, in the form of GitHub's API. */
  publish(tag: string, more: object = {}): void {
    const page = `${this.repository}/releases/tag/${tag}`
    const known = { tag_name: tag, html_url: page, body: `Notes of ${tag}`, draft: false, prerelease: false }
    this.answer = { json: { ...known, ...more } }
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
