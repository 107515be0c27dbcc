import type { Actor } from './actor.ts'

/**
 * The findings of one small request to a model. `calls`: it called the tool it was asked to call, answered without
 * calling, used up its few tokens before, or its server refuses tools. `streams`: its answer came in pieces. `usage`:
 * the server counted tokens.
 */
export type ProbeFacts = { calls: 'made' | 'none' | 'cut' | 'refused'; streams: boolean; usage: boolean }

/** A form of requests that a refusal taught. `feature` names the part of a request, `reason` is one sentence. */
export type LearnedForm = { model: string; feature: string; form: string; reason: string }

/** Facts about a model that requests showed, unlike those in its endpoint's list. */
export type ModelFactEvent =
  | { type: 'model.probed'; endpoint: string; baseUrl: string; model: string; facts: ProbeFacts; actor: Actor }
  /** The server refused a request for this form of it; the next requests use another one, for a day. */
  | ({ type: 'model.learned'; endpoint: string; baseUrl: string } & LearnedForm)
  /** The user wants all that was learned about this endpoint's models to be tried again. */
  | { type: 'model.forgotten'; endpoint: string; actor: Actor }
