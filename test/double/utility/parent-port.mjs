import { EventEmitter } from 'node:events'

/** A utility process's way to its parent, instead of Node's: lib/utility/init.ts of Electron */
class ParentPort extends EventEmitter {
  #send = process.send?.bind(process)

  /** @param {unknown} message */
  postMessage(message) {
    this.#send?.(message)
  }
}

const parentPort = new ParentPort()
process.on('message', (data) => parentPort.emit('message', { data, ports: [] }))
process.on('disconnect', () => process.exit())
Object.defineProperty(process, 'parentPort', { enumerable: true, writable: false, value: parentPort })
Object.defineProperty(process, 'send', { value: undefined })
Object.assign(process, { type: 'utility' })
