import { setTimeout as sleep } from 'node:timers/promises'
import { breakOff, waitAsScripted, writer } from '../fake-model/server.mjs'

/** Ends or breaks the stream as the step says; true if nothing may follow. */
async function playFault(f, { res, rec, write, ev, isAborted }) {
  if (f.ping) {
    await ev('ping', { type: 'ping' })
    return false
  }
  if (f.wait_ms !== undefined) {
    await waitAsScripted(f, isAborted, () => ev('ping', { type: 'ping' }))
    return false
  }
  if (f.raw_sse !== undefined) {
    await write(f.raw_sse)
    return false
  }
  if (['reset', 'truncate', 'eof'].includes(f.fault)) {
    rec.fault = f.fault
    return breakOff(f, res)
  }
  switch (f.fault) {
    case 'malformed':
      rec.fault = 'malformed'
      await write(
        `event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_del\n\n`,
      )
      return false
    case 'error': {
      rec.fault = 'sse_error'
      const details = f.details ? { details: f.details } : {}
      const error = { type: f.type ?? 'overloaded_error', message: f.message ?? 'Overloaded', ...details }
      await ev('error', { type: 'error', error, request_id: rec.request_id })
      res.end()
      return true
    }
    case 'unknown_event':
      await ev(f.event ?? 'future_event', { type: f.event ?? 'future_event', hello: 1 })
      return false
    case 'unknown_delta': {
      const delta = { type: 'future_delta', x: 1 }
      await ev('content_block_delta', { type: 'content_block_delta', index: f.index ?? 0, delta })
      return false
    }
    default:
      throw new Error(`unknown fault ${f.fault}`)
  }
}

/** Writes one message as server-sent events, with the faults and delays of its turn. */
export async function streamMessage({ res, rec, turn, out, msg, commit, isAborted }) {
  let events = 0
  const nl = turn.crlf ? '\r\n' : '\n'
  const write = writer(res, turn, isAborted)
  const ev = (type, data) => {
    events++
    return write(`event: ${type}${nl}data: ${JSON.stringify(data)}${nl}${nl}`)
  }
  const { stop_reason, stop_sequence, stop_details } = out
  const { service_tier: _tier, inference_geo: _geo, speed: _speed, cache_creation: _written, ...usage } = msg.usage
  const started = {
    ...msg,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    stop_details: null,
    usage: { ...msg.usage, output_tokens: 1, output_tokens_details: null },
  }
  await ev('message_start', { type: 'message_start', message: started })
  commit()
  for (const e of out.events) {
    if (isAborted()) break
    if (e.delay) await sleep(e.delay)
    await e.after
    if (e.fault) {
      if (await playFault(e.fault, { res, rec, write, ev, isAborted })) return
    } else if (!(await ev(e.ev, e.data))) break
  }
  if (!isAborted()) {
    const delta = { stop_reason, stop_sequence, stop_details, container: msg.container }
    await ev('message_delta', { type: 'message_delta', delta, usage })
    await ev('message_stop', { type: 'message_stop' })
    res.end()
  }
  rec.events = events
}
