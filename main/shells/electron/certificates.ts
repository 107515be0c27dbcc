import tls from 'node:tls'
import { Worker } from 'node:worker_threads'

/** Milliseconds that the window waits for the certificates; later ones count from then on. */
const patienceMs = 1000

/** Reading them takes a noticeable moment on some systems, in which the window could not be drawn. */
const reader = `
  const { parentPort } = require('node:worker_threads')
  parentPort.postMessage(require('node:tls').getCACertificates('system'))`

/**
 * Makes this process trust the certificates that the system trusts, such as a company's, beside its own. Electron
 * removes NODE_EXTRA_CA_CERTS from a packaged app. Resolves when that is done, or after a moment. Never rejects: a
 * runtime that can't do it trusts what it trusted before, and says so in its error output.
 */
export async function trustSystemCertificates(): Promise<void> {
  const done = readSystem()
    .then((found) => tls.setDefaultCACertificates([...new Set([...tls.getCACertificates('default'), ...found])]))
    .catch((error: unknown) => void process.stderr.write(`${String(error)}\n`))
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, patienceMs)
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
