import { createHash } from 'node:crypto'
import { largestBundle } from '../../../shared/config/bundle.ts'
import { addressProblem } from '../../../shared/config/server-config.ts'
import { HttpProblem } from '../mcp/http/http-problem.ts'
import type { Network } from '../network/network.ts'
import { defined } from '../../../shared/schema/json.ts'
import { SafeFetch } from '../mcp/http/safe-fetch.ts'
import { registryWords } from './words.ts'

const words = registryWords.download

/** Where a file's pieces go, in order; `finish` returns the sum of all. */
export type BundleReceiver = {
  begin(bytes: number): string
  add(upload: string, at: number, piece: Buffer): void
  finish(upload: string): string
  abandon(upload: string): void
}

/** Limits of one download: milliseconds, bytes, and redirects that are followed. */
export type DownloadLimits = { connectMs: number; bodyMs: number; bytes: number; redirects: number }

/** How a file is fetched. */
export type Download = DownloadLimits & { network?: Network | undefined }

/** The application's limits. */
export const usualDownload: Download = {
  connectMs: 10_000,
  bodyMs: 600_000,
  bytes: largestBundle,
  redirects: 5,
}

/**
 * Fetches a bundle's file, whose sum must be as the registry's record says. Each redirect is a new host with its own
 * checks, encrypted outside this computer. Rejects with `DownloadProblem`.
 */
export async function downloadBundle(
  { url, sha256 }: { url: string; sha256: string },
  receiver: BundleReceiver,
  limits = usualDownload,
): Promise<string> {
  let target = new URL(url)
  for (let hops = 0; hops <= limits.redirects; hops++) {
    if (addressProblem(target.href) !== undefined) throw failed(target, words.notEncrypted, words.tellPublisher)
    const next = await receive(target, sha256, { receiver, limits })
    if (typeof next === 'string') return next
    target = next
  }
  throw failed(target, words.tooManyRedirects, words.tellPublisher)
}

type Around = { receiver: BundleReceiver; limits: Download }

/** The sum of the received file, or the URL of another origin that the response redirects to. */
async function receive(target: URL, sha256: string, { receiver, limits }: Around): Promise<string | URL> {
  const { connectMs, bodyMs, bytes, network } = limits
  const http = new SafeFetch(target.href, {
    limits: { connectMs, bodyMs, bodyBytes: bytes },
    streams: false,
    isNamedByOthers: true,
    ...defined({ network }),
  })
  let upload: string | undefined
  try {
    const response = await http.fetch(target.href, { headers: { accept: 'application/octet-stream' } })
    if (!response.ok) throw failed(target, words.status(response.status), registryWords.later)
    const length = Number(response.headers.get('content-length') ?? Number.NaN)
    if (!Number.isSafeInteger(length)) throw failed(target, words.noLength, words.tellPublisher)
    const sum = createHash('sha256')
    upload = receiver.begin(length)
    let at = 0
    for await (const piece of response.body ?? []) {
      const bytesOfPiece = Buffer.from(piece)
      sum.update(bytesOfPiece)
      receiver.add(upload, at, bytesOfPiece)
      at += bytesOfPiece.length
    }
    if (at !== length) throw failed(target, words.cutShort, registryWords.later)
    // Finished only if it is the one: a file with another sum is never offered.
    if (sum.digest('hex') !== sha256) throw failed(target, words.otherSum, words.tellPublisher)
    return receiver.finish(upload)
  } catch (error) {
    if (upload !== undefined) receiver.abandon(upload)
    if (error instanceof HttpProblem && error.leadsTo) return error.leadsTo
    if (error instanceof HttpProblem) throw failed(target, error.clause, error.advice)
    throw error
  } finally {
    http.close()
  }
}

const failed = (at: URL, clause: string, advice: string): DownloadProblem =>
  new DownloadProblem(words.failed(at.host, clause, advice))

/** Why a file wasn't received, as one or two sentences for users. */
export class DownloadProblem extends Error {
  override readonly name = 'DownloadProblem'
}
