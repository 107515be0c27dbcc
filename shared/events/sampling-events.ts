import type { Operation } from '../asks/asks.ts'
import type { StopReason, Usage } from './turn-events.ts'
import type { StoredValue } from '../schema/json.ts'

/** One model request for a server; `operation` is the call it belongs to, if certain. */
type OfSampling = {
  sampling: string
  server: string
  endpoint: string
  model: string
  operation?: Operation | undefined
}

type Answered = {
  state: 'answered'
  blocks: StoredValue
  stop: StopReason
  usage: Usage
  /** The server's wishes that the model's API got; absent if it had none. */
  passedOn?: { temperature?: number; stopSequences?: string[] } | undefined
}

type Finished = {
  type: 'sampling.finished'
  took: number
  end: Answered | { state: 'failed'; problem: string }
} & OfSampling

/** Events about model requests for servers. */
export type SamplingEvent =
  /** The user allowed a model request for a server (client/sampling); `request` is what is sent, `to` its origin. */
  | ({ type: 'sampling.requested'; request: StoredValue; to?: string | undefined } & OfSampling)
  /** `blocks` are the model's content blocks as received; `took` in milliseconds. */
  | Finished

/** An answered model request for a server. */
export type Sampled = { server: string; endpoint: string; model: string; usage: Usage }

/** The use of a model that a sampling request cost; undefined if no model answered. */
export const sampledIn = ({ end, server, endpoint, model }: Finished): Sampled | undefined =>
  end.state === 'answered' ? { server, endpoint, model, usage: end.usage } : undefined
