import tls from 'node:tls'
import { Worker } from 'node:worker_threads'

/** Milliseconds that requests wait for the certificates; later ones count from then on. */
const patienceMs = 5000

/** In a thread, because some systems take seconds. */
const reader = `
  const { parentPort } = require('node:worker_threads')
  parentPort.postMessage(require('node:tls').getCACertificates('system'))`

let trusting: Promise<void> | undefined

/** Whether this Node.js can trust what the system trusts: 22.19, 24.5 and newer. */
export const canTrustSystem = (): boolean => 'setDefaultCACertificates' in tls

/**
 * Makes this process trust the certificates that the system trusts, such as a company's, beside Node.js's and those of
 * NODE_EXTRA_CA_CERTS, which Electron removes from a packaged app. Done once. Resolves when it is done, or after a
 * moment; never rejects: a runtime that can't do it trusts what it trusted before, and says so in its error output.
 */
export function trustSystem(patience = patienceMs): Promise<void> {
  trusting ??= canTrustSystem() ? takeOver() : Promise.resolve()
  return inTime(trusting, patience)
}

async function takeOver(): Promise<void> {
  try {
    const found = await readSystem()
    tls.setDefaultCACertificates([...new Set([...tls.getCACertificates('default'), ...found])])
  } catch (error) {
    process.stderr.write(`${String(error)}\n`)
  }
}

async function inTime(done: Promise<void>, ms: number): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([done, late])
  clearTimeout(timer)
}

function readSystem(): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(reader, { eval: true })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.unref()
  })
}
