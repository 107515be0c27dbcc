import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { OpenedFiles } from '../../../main/host/bundles/opened-files.ts'
import { downloadBundle, usualDownload } from '../../../main/host/registry/bundle-download.ts'
import { registryWords } from '../../../main/host/registry/words.ts'

const words = registryWords.download
const file = Buffer.from('the bytes of a bundle')
const sha256 = createHash('sha256').update(file).digest('hex')

let folder: string
let opened: OpenedFiles
let servers: Server[]
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'atrium-'))
  opened = new OpenedFiles(folder)
  servers = []
})
afterEach(() => {
  for (const server of servers) server.close()
  opened.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A host on this computer, and its URL. */
async function host(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const serving: RequestListener = (_request, response) =>
  void response.writeHead(200, { 'content-length': file.length }).end(file)

const leftovers = (): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((it) => /\.partial|[0-9a-f]{64}/.test(it))

describe('[REG-6] the download of a bundle', () => {
  test('opens the file whose sum the record names, over a redirect to another host', async () => {
    const there = await host(serving)
    const here = await host((_request, response) => void response.writeHead(302, { location: `${there}/file` }).end())
    expect(await downloadBundle({ url: `${here}/it.mcpb`, sha256 }, opened)).toBe(sha256)
    expect(opened.find(sha256)?.bytes).toBe(file.length)
  })

  test('offers no file with another sum', async () => {
    const url = `${await host(serving)}/it.mcpb`
    const failure = downloadBundle({ url, sha256: 'a'.repeat(64) }, opened)
    await expect(failure).rejects.toThrow(words.otherSum)
    expect(opened.find(sha256)).toBeUndefined()
    expect(leftovers()).toEqual([])
  })

  test.each<[string, RequestListener, string]>([
    ['a status', (_request, response) => void response.writeHead(404).end(), words.status(404)],
    ['no length', (_request, response) => (response.write(file), void response.end()), words.noLength],
    [
      'too many redirects',
      (request, response) =>
        void response.writeHead(302, { location: `http://localhost:${request.socket.localPort}/` }).end(),
      'redirects',
    ],
    [
      'a host without encryption',
      (_request, response) => void response.writeHead(302, { location: 'http://far.example/' }).end(),
      words.notEncrypted,
    ],
  ])('names the host and the reason: %s', async (_name, answer, reason) => {
    const url = `${await host(answer)}/it.mcpb`
    await expect(downloadBundle({ url, sha256 }, opened)).rejects.toThrow(reason)
  })

  test('ends at its limit of bytes', async () => {
    const url = `${await host(serving)}/it.mcpb`
    await expect(downloadBundle({ url, sha256 }, opened, { ...usualDownload, bytes: 5 })).rejects.toThrow(
      'The bundle’s host',
    )
    expect(opened.find(sha256)).toBeUndefined()
  })
})
