import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { availableParallelism } from 'node:os'

/**
 * Limits how many drivers work at once. The suite starts all of them together, and they would keep each other from
 * answering in time. A driver releases its place by ending.
 */
export class Gate {
  readonly #places = 2 * availableParallelism()
  readonly #inside = new Set<Socket>()
  readonly #waiting: Socket[] = []
  readonly #server = createServer((driver) => this.#take(driver))

  /** Its port on this computer. */
  async open(): Promise<number> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  close(): void {
    this.#server.close()
  }

  #take(driver: Socket): void {
    driver.on('error', () => undefined)
    driver.once('close', () => {
      this.#inside.delete(driver)
      this.#admit()
    })
    this.#waiting.push(driver)
    this.#admit()
  }

  #admit(): void {
    while (this.#inside.size < this.#places) {
      const next = this.#waiting.shift()
      if (!next) return
      if (next.destroyed) continue
      this.#inside.add(next)
      next.write('go')
    }
  }
}

/** Waits for admission; the place is held until this process ends. */
export async function admitted(port: number): Promise<void> {
  const gate = connect(port, '127.0.0.1')
  await once(gate, 'data')
  gate.unref()
}
