import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { wires, sendJson, type Offered } from './wires.ts'

/** A call that the script wants. Each host has its own name for the tool. */
export type Wanted = { server: string; tool: string; input: Record<string, unknown> }

/** A request of the conversation: when it came, what it offered, and how many results it carried. */
export type Asked = { at: number; tools: string[]; results: number }

/**
 * One scripted model for all hosts, in the API that each of them uses. A step is the calls of one message. The number of
 * calls in a request's history decides which step is due, so requests for titles and the like change nothing. It is
 * lenient: hosts differ in time only.
 */
export class ScriptedModel {
  #steps: Wanted[][] = []
  #asked: Asked[] = []
  #waiting: (() => void)[] = []
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })

  /** Listens on loopback; returns the base URL. */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('The model has no port.')
    return `http://127.0.0.1:${address.port}`
  }

  /** Starts with these steps, and forgets all requests. */
  script(steps: Wanted[][]): void {
    this.#steps = steps
    this.#asked = []
  }

  /** The conversation's requests since the script began. */
  get asked(): readonly Asked[] {
    return this.#asked
  }

  /** Waits for a request; undefined if none came before the signal. */
  async until(holds: (request: Asked) => boolean, signal: AbortSignal): Promise<Asked | undefined> {
    for (;;) {
      const found = this.#asked.find(holds)
      if (found !== undefined || signal.aborted) return found
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve)
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
    }
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = performance.now()
    const url = (request.url ?? '').split('?')[0] ?? ''
    const wire = wires.find(({ matches }) => matches.test(url))
    if (!wire) {
      request.resume()
      sendJson(response, { object: 'list', data: [], models: [], totalTokens: 100 })
      return
    }
    const { tools, made, results, streams, wantsJson } = wire.read(await json(request), url)
    const isOfConversation =
      !wantsJson && (made > 0 || this.#steps.flat().some((call) => toolFor(call, tools) !== undefined))
    if (isOfConversation) {
      this.#asked.push({ at, tools: tools.map(fullName), results })
      for (const resolve of this.#waiting.splice(0)) resolve()
    }
    const due = isOfConversation ? this.#due(made) : []
    const calls = due.flatMap((call, index) => {
      const tool = toolFor(call, tools)
      return tool ? [{ id: `call_${made}_${index}`, tool, input: call.input }] : []
    })
    wire.write(response, wantsJson ? [] : calls, wantsJson ? nothingSpecial : 'done', streams)
  }

  /** The step after this many calls. */
  #due(made: number): Wanted[] {
    let left = made
    for (const step of this.#steps) {
      if (left === 0) return step
      left -= step.length
    }
    return []
  }
}

/** Answers what a host asks beside the conversation: nothing is stuck, and it is the user's turn. */
const nothingSpecial = JSON.stringify({ reasoning: '', next_speaker: 'user', unproductive_state_confidence: 0 })

const fullName = ({ name, namespace = '' }: Offered): string => `${namespace} ${name}`

/** The offered tool for this one of this server. Hosts change names in different ways, and one omits the server. */
function toolFor({ server, tool }: Wanted, tools: Offered[]): Offered | undefined {
  const ofName = tools.filter((it) => it.name.endsWith(tool))
  return ofName.find((it) => fullName(it).includes(server)) ?? ofName.find(({ name }) => name === tool)
}
