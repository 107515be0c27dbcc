import type { AnswerDigest } from '../../secrets/answer-digest.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
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
