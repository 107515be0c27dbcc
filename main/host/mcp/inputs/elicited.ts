import type { AnswerDigest } from '../../secrets/answer-digest.ts'
import { isObject, type JsonObject } from '../../../../shared/schema/json.ts'
import { withoutNullKeywords } from '../../../../shared/schema/subschemas.ts'
import type { Inbox } from '../../inbox.ts'
import type { Redaction } from '../../secrets/redaction.ts'
import type { Validator } from '../../validation/validator.ts'
import type { ServerRequest } from './server-requests.ts'
import type { RequestAnswer } from '../protocol/types.ts'
import { peerWords } from './peer-words.ts'

/** The parts of the host that ask a server's questions. */
export type ElicitationDeps = { inbox: Inbox; redaction: Redaction; validator: Validator; digests: AnswerDigest }

/** A request of this kind, with the common members. */
export type Elicitation = Omit<ServerRequest, 'params'> & { message: string; params: JsonObject }

/** `reason` is a clause about the request. */
export const badParams = (reason: string): RequestAnswer => ({
  error: { code: -32602, message: peerWords.invalidParams(reason) },
})

/** The members of every question from a server, and its call. */
export const about = ({ server, running, message }: Elicitation) => ({ server, running, message })

/** The server's ID for a page, up to 1,000 characters (2025-11-25, client/elicitation). */
export const elicitationId = ({ params }: Elicitation): string | undefined => {
  const { elicitationId: id } = params
  return typeof id === 'string' && id.length <= 1000 ? id : undefined
}

/** The schema of a form (client/elicitation); undefined if it isn't an object. */
export const schemaOf = ({ params }: Elicitation): JsonObject | undefined => {
  const { requestedSchema: schema } = params
  return isObject(schema) ? withoutNullKeywords(schema) : undefined
}
