import { HostError } from '../../../../shared/contract/errors.ts'
import type { Answer, Question } from '../../../../shared/asks/asks.ts'
import type { Inbox } from '../../inbox.ts'
import type { Journal } from '../../journal/journal.ts'
import type { ModelAnswer, Models } from '../../llm/llm.ts'
import type { ServerRequest, InputHandler } from './server-requests.ts'
import { contentForServer, editProblem, sampledResult } from './sampled-answer.ts'
import { askFor, type SampledReply, type SendAnswer } from './sampled-request.ts'
import { SamplingBudget, type Used } from './sampling-budget.ts'
import { readSamplingMessages } from './sampling-messages.ts'
import { fitting, modelTokenLimit } from './sampling-model.ts'
import { readSampling, type SamplingRequest } from './sampling-params.ts'
import type { RequestAnswer } from '../protocol/types.ts'
import { peerWords } from './peer-words.ts'
import { inputWords } from './words.ts'
import { defined } from '../../../../shared/schema/json.ts'

type Deps = { journal: Journal; inbox: Inbox; models: Models; budget?: SamplingBudget }

const refused = (code: number, message: string): RequestAnswer => ({ error: { code, message } })

/**
 * Asks a model for a server (client/sampling, docs/decisions.md 10): the user reads and edits what is sent, a model
 * answers, and the user reads what the server gets. Sends nothing without their consent.
 */
export function createMessage({ budget = new SamplingBudget(), ...deps }: Deps): InputHandler {
  return async (input) => {
    const { server, operation, running } = input
    if (deps.journal.state.configured.servers[server]?.sampling !== 'ask')
      return refused(-32601, peerWords.methodNotFound)
    if (!operation && running.length === 0) return refused(-32600, peerWords.noCall)
    const wanted = readSampling(input.params)
    if ('problem' in wanted) return refused(-32602, wanted.problem)
    const obstacle = budget.obstacle(server, operation?.call)
    if (obstacle !== undefined) return refused(-32000, peerWords.tooMany(obstacle))
    return new Sampling(input, wanted, { ...deps, budget }).run()
  }
}

/** One request from a server, from the first question to the result. */
class Sampling {
  readonly #input: ServerRequest
  readonly #wanted: SamplingRequest
  readonly #deps: Required<Deps>

  constructor(input: ServerRequest, wanted: SamplingRequest, deps: Required<Deps>) {
    this.#input = input
    this.#wanted = wanted
    this.#deps = deps
  }

  async run(): Promise<RequestAnswer> {
    const { server, operation } = this.#input
    const { budget } = this.#deps
    for (let problem: string | undefined; ;) {
      const sent = await this.#ask(budget.take(server, operation?.call), problem)
      if (!sent) return refused(-1, peerWords.samplingRejected)
      const answer = await this.#answered(sent)
      if (!('problem' in answer)) return answer
      problem = answer.problem
      if (this.#obstacle !== undefined) return refused(-32603, peerWords.modelFailed)
    }
  }

  get #obstacle(): string | undefined {
    const { server, operation } = this.#input
    return this.#deps.budget.obstacle(server, operation?.call)
  }

  /** The user's version of the request; undefined if they decline. `problem`: why the last attempt failed. */
  async #ask(used: Used, problem: string | undefined): Promise<SendAnswer | undefined> {
    const { server, running, operation, signal } = this.#input
    const { journal, inbox } = this.#deps
    const { maxTokens: asked, ...wanted } = this.#wanted
    const choice = fitting(wanted, journal.state)
    const maxTokens = Math.min(asked, choice ? modelTokenLimit(choice, journal.state) : asked, 1_000_000)
    const question: Question<'sampling'> = {
      server,
      running,
      ...wanted,
      asked,
      maxTokens,
      ...used,
      ...(choice && { choice }),
      ...defined({ problem }),
    }
    const { answer } = await inbox.ask('sampling', question, {
      signal,
      ...(operation && { operation }),
      check: readable,
    })
    return answer.decision === 'send' ? answer : undefined
  }

  /** Asks the model, again as often as the user wants, until they send or withhold an answer. */
  async #answered(sent: SendAnswer): Promise<RequestAnswer | { problem: string }> {
    const { server, operation, signal } = this.#input
    const { tools, temperature, stopSequences } = this.#wanted
    const wishes = defined({ temperature, stopSequences })
    for (;;) {
      const asked = await askFor(sent, { server, operation, tools, wishes, signal }, this.#deps)
      if ('problem' in asked) return asked
      const { answer, content } = await this.#review(sent, asked)
      if (answer.decision === 'withhold') return refused(-1, peerWords.replyRejected)
      if (answer.decision === 'send')
        return { result: sampledResult(sent.choice.model, answer.content ?? content, asked.answer.stop) }
      this.#deps.budget.take(server, operation?.call)
    }
  }

  async #review(sent: SendAnswer, { answer: made, took }: Exclude<SampledReply, { problem: string }>) {
    const { server, running, operation, signal } = this.#input
    const content = contentForServer(made, this.#wanted.tools)
    const { input, cacheRead, cacheWrite, output, cost } = made.usage
    const question: Question<'review'> = {
      server,
      running,
      ...sent.choice,
      content,
      stop: made.stop,
      took,
      tokens: {
        input: input + cacheRead + cacheWrite,
        cached: cacheRead,
        output,
        ...defined({ cost }),
      },
      prompt: { messages: sent.messages, ...defined({ system: sent.system }) },
      edited: isEdited(sent, this.#wanted),
      ...defined({ wishes: wishesIn(made, this.#wanted) }),
    }
    const check = (answer: Answer<'review'>): undefined => {
      const obstacle = answer.decision === 'again' ? this.#obstacle : undefined
      if (obstacle !== undefined) throw new HostError('unavailable', inputWords.limitReached(obstacle))
      const problem = answer.decision === 'send' && answer.content ? editProblem(answer.content, content) : undefined
      if (problem !== undefined) throw new HostError('bad-input', problem)
    }
    const { answer } = await this.#deps.inbox.ask('review', question, {
      signal,
      ...(operation && { operation }),
      check,
    })
    return { answer, content }
  }
}

/** The user's edits must be as valid a conversation as the server's original. */
function readable(answer: Answer<'sampling'>): undefined {
  const problem = answer.decision === 'send' ? readSamplingMessages(answer.messages) : undefined
  if (typeof problem === 'string') throw new HostError('bad-input', `${problem}.`)
}

/** The wishes of a request and what became of each; undefined if it had none. */
function wishesIn(
  { wishes: sent = {}, refusedWishes = [] }: ModelAnswer,
  { temperature, stopSequences }: SamplingRequest,
): Question<'review'>['wishes'] {
  if (temperature === undefined && stopSequences === undefined) return undefined
  return {
    ...(temperature !== undefined && { temperature: { value: temperature, sent: sent.temperature !== undefined } }),
    ...(stopSequences && {
      stopSequences: { wanted: stopSequences.length, sent: sent.stopSequences?.length ?? 0 },
    }),
    refused: refusedWishes,
  }
}

const isEdited = ({ system = '', messages }: SendAnswer, wanted: SamplingRequest): boolean =>
  system !== (wanted.system ?? '') || JSON.stringify(messages) !== JSON.stringify(wanted.messages)
