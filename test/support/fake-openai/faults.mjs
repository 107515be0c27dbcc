/** Faults by name, for a turn's `fault`: each changes a turn that is otherwise played as scripted. */

const halfOf = ({ content }) => {
  const steps = content?.length ? content : [{ text: 'Half of an answer' }]
  return steps.slice(0, Math.ceil(steps.length / 2))
}

const answers = (http_error) => (t) => ({ ...t, http_error })
const halfThen = (step) => (t) => ({ ...t, content: [...halfOf(t), step] })
const beginsWith = (step) => (t) => ({ ...t, content: [step, ...(t.content ?? [])] })
const bends = (quirks) => (t) => ({ ...t, quirks: { ...t.quirks, ...quirks } })
const callsWith = (change) => (t) => ({
  ...t,
  content: (t.content ?? []).map((s) => (s.tool_use ? { ...s, ...change(s.tool_use) } : s)),
})

export const FAULTS = {
  rate_limit: answers({ status: 429 }),
  quota: answers({
    status: 429,
    type: 'insufficient_quota',
    code: 'insufficient_quota',
    message: 'You exceeded your current quota, please check your plan and billing details.',
  }),
  server_error: answers({ status: 500 }),
  bad_gateway: answers({ status: 502, html: '<html><body><h1>502 Bad Gateway</h1></body></html>' }),
  error_in_200: (t) => ({ ...t, error_in_200: true }),
  refuse_connection: (t) => ({ ...t, refuse_connection: true }),
  disconnect: halfThen({ fault: 'reset' }),
  truncate: halfThen({ fault: 'truncate' }),
  eof: halfThen({ fault: 'eof' }),
  stream_error: halfThen({ fault: 'error' }),
  no_done: bends({ done: false }),
  no_finish: (t) => ({ ...t, content: [...(t.content ?? []), { fault: 'no_finish' }] }),
  slow: (t) => ({ ...t, first_byte_ms: 400, delay_ms: 20 }),
  stall: halfThen({ wait_ms: 60_000 }),
  garbage: beginsWith({ fault: 'garbage' }),
  malformed: halfThen({ fault: 'malformed' }),
  empty_choices: beginsWith({ fault: 'empty_choices' }),
  bad_json_args: callsWith(() => ({ raw_json: '{"a": nope' })),
  concatenated_args: callsWith(() => ({ raw_json: '{"a":1}{"a":2}' })),
  unknown_tool: callsWith((call) => ({ tool_use: { ...call, name: 'no_such_tool' } })),
  duplicate_ids: bends({ ids: 'same' }),
  empty_answer: (t) => ({ ...t, content: [] }),
  cut_call: (t) => ({
    ...callsWith((call) => ({ raw_json: JSON.stringify(call.input ?? {}).slice(0, -2) }))(t),
    finish_reason: 'length',
  }),
}

/** A turn with its named fault; a turn without content has a few words that go wrong. */
export function withFault(turn) {
  const fault = FAULTS[turn.fault]
  if (!fault) throw new Error(`no fault ${turn.fault}; there are ${Object.keys(FAULTS).join(', ')}`)
  return fault({ content: [{ text: 'Some words of an answer that goes wrong.' }], ...turn, fault: undefined })
}
