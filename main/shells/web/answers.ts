import type { ServerResponse } from 'node:http'
import { HostError, type HostErrorCode } from '../../../shared/contract/errors.ts'
import { contentPolicy } from '../common/content-policy.ts'
import { commonWords } from '../common/words.ts'
import type { AdmissionRefusal } from './admission.ts'

/** On every response, including rejections. */
const headers = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

const statusOf: Record<HostErrorCode, number> = {
  'bad-input': 400,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  internal: 500,
  unavailable: 503,
}

/** Sets the headers that every response has. `proxies` is the one origin that the page can frame. */
export function prepareResponse(response: ServerResponse, proxies: string): void {
  response.setHeader('content-security-policy', contentPolicy(proxies))
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

/** Ends a response with a JSON body. */
export function answerJson(response: ServerResponse, status: number, value: unknown): void {
  answerWritten(response, status, JSON.stringify(value))
}

/** Answers with a text that is JSON already. */
export function answerWritten(response: ServerResponse, status: number, json: string): void {
  const body = Buffer.from(json)
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
  response.end(body)
}

/** Says why, and ends the connection: the rest of such a request isn't read. */
export function answerRefusal(response: ServerResponse, { status, code, message }: AdmissionRefusal): void {
  response.setHeader('connection', 'close')
  answerJson(response, status, { error: { code, message } })
}

/** A `HostError` crosses unchanged; of any other error the other end learns only that it happened. */
export function answerError(response: ServerResponse, error: unknown): void {
  const { code, message } = error instanceof HostError ? error : new HostError('internal', commonWords.internal)
  if (response.headersSent) response.destroy()
  else answerJson(response, statusOf[code], { error: { code, message } })
}
