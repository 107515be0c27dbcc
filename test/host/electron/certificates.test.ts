import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { signedPrivately } from '../mcp/http/certificate.ts'
import { temporaryFolder } from '../web/site.ts'

const main = (file: string): string => JSON.stringify(pathToFileURL(path.resolve('main', file)))

/** Reaches an address as a model is reached, and as a server is. */
const program = `
import { trustSystem } from ${main('host/network/trust.ts')}
import { SafeFetch } from ${main('host/mcp/http/safe-fetch.ts')}
const url = process.argv.at(-1)
if (process.argv.includes('trusting')) await trustSystem(60_000)
const lookup = async () => [{ address: '127.0.0.1', family: 4 }]
const said = (response) => response.then((it) => it.text(), (error) => error.cause?.code ?? error.message)
console.log(JSON.stringify([await said(fetch(url)), await said(new SafeFetch(url, { lookup }).fetch(url))]))`

// Elsewhere the system's store can't be replaced for one process.
test.skipIf(process.platform !== 'linux')(
  '[ELE-75] [NET-15] reaches models and servers whose certificate a company signed, as the system trusts it',
  async () => {
    const { key, cert, authority } = signedPrivately('localhost')
    const folder = temporaryFolder()
    const [store, file] = [path.join(folder, 'company.pem'), path.join(folder, 'reach.ts')]
    writeFileSync(store, authority)
    writeFileSync(file, program)
    const server = createServer({ key, cert }, (_request, response) => response.end('reached')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => server.close().closeAllConnections())
    const url = `https://localhost:${(server.address() as AddressInfo).port}/`
    const reach = async (how: string): Promise<string[]> => {
      const env = { ...process.env, SSL_CERT_FILE: store, SSL_CERT_DIR: folder }
      const { stdout } = await promisify(execFile)(process.execPath, [file, how, url], { env })
      return JSON.parse(stdout) as string[]
    }
    expect(await reach('trusting')).toEqual(['reached', 'reached'])
    expect(await reach('alone')).toEqual([expect.stringMatching(/VERIFY|ISSUER/), expect.stringMatching(/prove/)])
  },
)
