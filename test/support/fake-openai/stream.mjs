import { setTimeout as sleep } from 'node:timers/promises'
import { breakOff, waitAsScripted, writer } from '../fake-model/server.mjs'
import { chunksOf } from './chunks.mjs'
import { now } from './dialects.mjs'
import { ApiError, ENVELOPES } from './errors.mjs'
import { eventsOf } from './response-events.mjs'

/** Writes an answer as server-sent events, with the faults and delays of its turn. */

/** Ways to write: an event, a comment, or bytes as they are. */
function penOf({ res, turn, q, isAborted }) {
  const write = writer(res, turn, isAborted)
  const nl = turn.crlf ? '\r\n' : '\n'
  const space = q.noSpace ? '' : ' '
  const pen = { nl, space, lines: 0 }
  pen.write = (s) => {
    pen.lines++
    return write(s)
  }
  pen.comment = (s) => pen.write(`${s}${nl}${nl}`)
  pen.say = (data, event) => {
    const name = event ? `event:${space}${event}${nl}` : ''
    return pen.write(`${name}data:${space}${typeof data === 'string' ? data : JSON.stringify(data)}${nl}${nl}`)
  }
  return pen
}

/** The ways a chat stream tells an error, if it isn't one event with the error's envelope. */
const toldErrors = {
  // [src] an empty chunk, then nothing
  ollama: (_e, { pen, chunk }) => pen.say(chunk({ content: '' })),
  // [seen]
  openrouter: async (e, { pen, chunk }) => {
    await pen.say({ ...chunk({ content: '' }, 'error'), error: { code: e.status, message: e.message } })
    await pen.say('[DONE]')
  },
  // [seen]
  groq: (e, { pen }) => {
    const failed = { failed_generation: '<function=x>', status_code: 400 }
    const [type, code] = ['invalid_request_error', e.code ?? 'tool_use_failed']
    return pen.say({ error: { message: e.message, type, code, ...failed } }, 'error')
  },
  // [seen] form
  lmstudio: (e, { pen }) => pen.say({ error: { message: e.message } }, 'error'),
  // [src] also after an error
  vllm: async (e, { pen }) => {
    await pen.say(ENVELOPES.vllm(e))
    await pen.say('[DONE]')
  },
}

async function tellError(step, told) {
  const { d, pen, ev } = told
  const message = step.message ?? 'The server had an error while processing your request.'
  const status = step.status ?? (d === 'openrouter' ? 502 : 500)
  const e = new ApiError(status, message, { type: step.type ?? null, code: step.code ?? null })
  if (ev) await pen.say(ev('error', { code: e.code ?? 'server_error', message, param: null }).data, 'error')
  else if (toldErrors[d]) await toldErrors[d](e, told)
  else if (d === 'llamacpp' && step.old)
    await pen.write(`error:${pen.space}${JSON.stringify(ENVELOPES.llamacpp(e).error)}${pen.nl}${pen.nl}`) // [src] older builds
  else await pen.say(ENVELOPES[d](e))
}

/** Faults that don't end the stream. */
const oddities = {
  no_finish: () => undefined,
  malformed: (_, { pen, id }) =>
    pen.write(`data:${pen.space}{"id":"${id}","choices":[{"index":0,"delta":{"cont${pen.nl}${pen.nl}`),
  garbage: (_, { pen: { write, nl } }) => write(`this is not an event${nl}${nl}retry: soon${nl}id: 7${nl}${nl}`),
  empty_choices: async (_, { pen, id, body }) => {
    const head = { id, object: 'chat.completion.chunk', created: now(), model: body.model }
    await pen.say({ ...head, choices: [] })
    await pen.say(head)
    await pen.say({ ...head, choices: [{ index: 0, finish_reason: null }] })
  },
  unknown_event: (step, { pen }) => pen.say({ type: 'future', hello: 1 }, step.event ?? 'future_event'),
  unknown_delta: (_, { pen, chunk, ev }) =>
    pen.say(chunk ? chunk({ future: { x: 1 } }) : ev('response.future.delta', { delta: 'x' }).data),
}

/** Plays a step that says nothing; true if the stream is over. */
async function playStep(step, told) {
  const { res, rec, pen, isAborted } = told
  if (step.ping) await pen.comment(step.comment ?? ': keep-alive')
  else if (step.wait_ms !== undefined) await waitAsScripted(step, isAborted, () => pen.comment(': keep-alive'))
  else if (step.raw_sse !== undefined) await pen.write(step.raw_sse)
  else {
    rec.fault ??= step.fault
    if (await breakOff(step, res)) return true
    if (step.fault === 'error') {
      await tellError(step, told)
      res.end()
      return true
    }
    if (!oddities[step.fault]) throw new Error('unknown fault ' + step.fault)
    await oddities[step.fault](step, told)
  }
  return false
}

/** Writes a chat answer. */
export async function streamChat(answer) {
  const { res, rec, q, isAborted } = answer
  const pen = penOf(answer)
  for (const c of chunksOf(answer)) {
    if (isAborted()) break
    if (c.delay) await sleep(c.delay)
    if (c.line !== undefined) await pen.comment(c.line)
    else if (c.fault) {
      if (await playStep(c.fault, { ...answer, pen, chunk: c.chunk })) return
    } else if (!(await pen.say(c.data))) break
  }
  if (!isAborted()) {
    if (q.done) await pen.say('[DONE]')
    res.end()
  }
  rec.events = pen.lines
}

/** Writes a response. */
export async function streamResponse(answer, response) {
  const { res, rec, turn, out, isAborted } = answer
  const pen = penOf(answer)
  const faults = out.ops.filter((o) => o.op === 'fault').map((o) => o.step)
  for (const e of eventsOf(response, turn, faults)) {
    if (isAborted()) break
    if (e.fault) {
      if (await playStep(e.fault, { ...answer, pen, ev: e.ev })) return
      if (e.fault.fault === 'no_finish') break
      continue
    }
    if (turn.delay_ms) await sleep(turn.delay_ms)
    if (!(await pen.say(e.data, e.event))) break
  }
  if (!isAborted()) res.end()
  rec.events = pen.lines
}
