import { z } from 'zod'
import { isSecretName, isSecretValue } from '../text/secret-signs.ts'

/** Headers of every request, and those that would redirect it or change how it is read. */
const own =
  /^(accept|accept-encoding|connection|content-.*|expect|host|origin|proxy-.*|referer|sec-.*|te|trailer|transfer-encoding|upgrade|via)$/i

/** Names of API keys that end in another word. */
const keyed = /(^|-)(api-?key|access-?key|auth|authorization|cookie|session|signature|token)(-|$)/i

const token = /^[\w!#$%&'*+.^`|~-]{1,64}$/

/** Why a header can't be one of an endpoint's extra ones. */
export type HeaderProblem = 'name' | 'own' | 'secret' | 'value' | 'secret-value'

/** The first problem of an extra header; undefined if there is none. */
export function headerProblem(name: string, value: string): HeaderProblem | undefined {
  if (!token.test(name)) return 'name'
  if (isSecretName(name) || keyed.test(name)) return 'secret'
  if (own.test(name)) return 'own'
  if (!/^[\x20-\x7e]{0,500}$/.test(value)) return 'value'
  return isSecretValue(value) ? 'secret-value' : undefined
}

const sentences: Record<HeaderProblem, string> = {
  name: 'isn’t the name of a header',
  own: 'is a header that Atrium sets itself',
  secret: 'names a secret, which doesn’t belong in this file: enter the key in Settings instead',
  value: 'must be plain text of up to 500 characters',
  'secret-value': 'looks like a secret, which doesn’t belong in this file: enter the key in Settings instead',
}

/** Headers that go with every request to an endpoint. They are in settings.json, so none may carry a secret. */
export const extraHeaders = z.record(z.string(), z.string()).superRefine((headers, context) => {
  const entries = Object.entries(headers)
  if (entries.length > 20) context.addIssue({ code: 'custom', message: 'must be up to 20 headers' })
  for (const [name, value] of entries) {
    const problem = headerProblem(name, value)
    if (problem) context.addIssue({ code: 'custom', path: [name], message: sentences[problem] })
  }
})
