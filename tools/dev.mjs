import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { root, run, packageScript } from './process.mjs'

/** Fixed, so an open tab finds the host again after a restart. */
const ports = { host: 5174, pages: 5173 }

/**
 * For work on Atrium: Vite serves the pages as they are being written, and the host restarts when its sources change.
 * Each start of the host prints an address that works once.
 * @param {import('./runtime.mjs').Runtime} runtime
 * @param {string[]} args
 */
export async function develop({ node, env }, args) {
  const entry = ['--watch', '--watch-preserve-output', 'main/web.ts', '--json', '--admin', '--port', String(ports.host)]
  const host = spawn(node, [...entry, ...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  createInterface({ input: host.stdout }).on('line', (line) => process.stdout.write(`${addressIn(line)}\n`))
  const pages = [packageScript('vite'), '--port', String(ports.pages), '--strictPort']
  try {
    return await run(node, pages, { env: { ...env, ATRIUM_HOST: `http://127.0.0.1:${ports.host}` } })
  } finally {
    host.kill()
  }
}

/** @param {string} line */
function addressIn(line) {
  if (!line.startsWith('{')) return line
  const { code } = JSON.parse(line)
  return `Atrium is at http://127.0.0.1:${ports.pages}/#launch=${code}`
}
