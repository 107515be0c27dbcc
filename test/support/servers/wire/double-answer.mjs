// Confuses answers: repeated, for other requests, with IDs of another type, or invalid.
import { anything, send, serve, sleep, text } from '../lib.mjs'

const inFlight = []
const names = [
  'twice',
  'both',
  'neither',
  'nothing',
  'error_null',
  'wrong_id',
  'null_id',
  'string_id',
  'float_id',
  'steal',
  'slow',
  'request_as_response',
  'late_error',
  'bad_error',
]

serve({
  name: 'double-answer',
  tools: names.map((name) => ({ name, inputSchema: anything })),
  call: async (name, _args, { id }) => {
    const ok = (words) => ({ jsonrpc: '2.0', id, result: text(words) })
    const error = { code: -32000, message: 'e' }
    const first = {
      twice: [ok('first'), ok('second')],
      both: [{ ...ok('r'), error }],
      neither: [{ jsonrpc: '2.0', id }],
      nothing: [{ jsonrpc: '2.0', id, result: null }],
      error_null: [{ ...ok('right'), error: null }],
      wrong_id: [{ ...ok('x'), id: 999_999 }, { ...ok('x'), id: 'nope' }, ok('right')],
      null_id: [{ jsonrpc: '2.0', id: null, error }, ok('right')],
      string_id: [{ ...ok('right'), id: String(id) }],
      float_id: [{ ...ok('x'), id: 1e308 }, { ...ok('x'), id: -0.5 }, ok('right')],
      request_as_response: [{ jsonrpc: '2.0', id, method: 'roots/list', params: {}, result: text('confused') }],
      late_error: [ok('right')],
      bad_error: [{ jsonrpc: '2.0', id, error: { code: 'ENOENT', message: { a: 1 }, data: { deep: [1] } } }],
    }[name]
    for (const message of first ?? []) send(message)
    if (name === 'steal') {
      for (const other of inFlight) send({ ...ok('stolen'), id: other })
      return text('thief done')
    }
    if (name === 'slow') {
      inFlight.push(id)
      await sleep(1500)
      return text('slow')
    }
    if (name === 'string_id' || name === 'request_as_response') {
      await sleep(200)
      send(ok(name === 'string_id' ? 'wrong' : 'right'))
    }
    if (name === 'late_error') send({ jsonrpc: '2.0', id, error })
    return undefined
  },
})
