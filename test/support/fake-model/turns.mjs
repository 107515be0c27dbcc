import fs from 'node:fs'
import { getPath, isObj } from './values.mjs'

/**
 * Scripted turns, for any wire. A `reader` finds in a request what turns ask for: `lastText` (the user's last words),
 * `results` (`{text, is_error}` since the model's last answer) and `toolNames`.
 */

/** The memory of every fake: the scenario and its place in it, and the requests. */
export const freshState = () => ({
  scenario: { turns: [] },
  cursor: 0,
  uses: new Map(),
  cache: new Map(),
  n: 0,
  log: [],
  inflight: 0,
  maxInflight: 0,
})

export function loadScenario(st, scenario) {
  st.scenario =
    typeof scenario === 'string' ? JSON.parse(fs.readFileSync(scenario, 'utf8')) : (scenario ?? { turns: [] })
  st.cursor = 0
  st.uses.clear()
}

export function expectFails(list, req) {
  const fails = []
  for (const e of list ?? []) {
    const v = getPath(req, e.path)
    const text = typeof v === 'string' ? v : (JSON.stringify(v) ?? '')
    let ok = true
    if ('equals' in e) ok &&= JSON.stringify(v) === JSON.stringify(e.equals)
    if ('contains' in e) ok &&= text.includes(e.contains)
    if ('regex' in e) ok &&= new RegExp(e.regex, e.flags ?? '').test(text)
    if ('exists' in e) ok &&= (v !== undefined) === e.exists
    if ('length' in e) ok &&= v?.length === e.length
    if ('gte' in e) ok &&= v >= e.gte
    if (!ok) fails.push({ ...e, got: v === undefined ? '(undefined)' : JSON.stringify(v).slice(0, 300) })
  }
  return fails
}

function matches(m, body, reader) {
  if (!m) return true
  if (m.model && m.model !== body.model) return false
  if (m.last_user && !new RegExp(m.last_user, 's').test(reader.lastText(body))) return false
  if (m.has_tool && !reader.toolNames(body).includes(m.has_tool)) return false
  if (m.tool_result && !reader.results(body).some((r) => new RegExp(m.tool_result, 's').test(r.text))) return false
  if (m.stream !== undefined && m.stream !== !!body.stream) return false
  return true
}

/** Without turns, lines "!tool name {json}" become parallel calls, results are repeated, and other text is echoed. */
function brain(body, reader) {
  const results = reader.results(body)
  const told = results.map((r) => (r.is_error ? 'ERROR ' : '') + r.text).join(' | ')
  if (results.length) return { content: [{ text: `Results: ${told || '(empty)'}` }] }
  const text = reader.lastText(body)
  const calls = [...text.matchAll(/^!tool\s+(\S+)\s*(\{.*\})?\s*$/gm)]
  if (!calls.length) return { content: [{ text: `Echo: ${text}` }] }
  return {
    content: [
      { text: `Calling ${calls.length} tool(s).` },
      ...calls.map((c) => ({ tool_use: { name: c[1], input: c[2] ? JSON.parse(c[2]) : {} } })),
    ],
  }
}

/** The turn that answers this request, and its index; -1 if no scripted turn does. */
export function nextTurn(st, body, reader) {
  const turns = st.scenario.turns ?? []
  for (let i = st.cursor; i < turns.length; i++) {
    const t = turns[i]
    if (!matches(t.match, body, reader)) {
      if (t.match) continue
      break
    }
    const used = (st.uses.get(i) ?? 0) + 1
    st.uses.set(i, used)
    if (!t.sticky && used >= (t.times ?? 1) && i === st.cursor) st.cursor++
    else if (!t.sticky && used > (t.times ?? 1)) continue
    return { turn: t, index: i }
  }
  const end = st.scenario.on_exhausted ?? 'brain'
  if (end === 'error') return { turn: { http_error: { status: 500, message: 'fake: scenario exhausted' } }, index: -1 }
  if (end === 'repeat_last' && turns.length) return { turn: turns.at(-1), index: turns.length - 1 }
  return { turn: brain(body, reader), index: -1 }
}

const fill = (text, body, reader) =>
  text.replace(/\{\{\s*([^}]+?)\s*\}\}/g, (_, key) => {
    if (key === 'last_user') return reader.lastText(body)
    const results = () => reader.results(body).map((r) => r.text)
    if (key === 'results') return results().join(' | ')
    if (/^result\.(\d+)$/.test(key)) return results()[+key.split('.')[1]] ?? ''
    return String(getPath(body, key) ?? '')
  })

function filled(v, body, reader) {
  if (typeof v === 'string') return fill(v, body, reader)
  if (Array.isArray(v)) return v.map((x) => filled(x, body, reader))
  if (isObj(v) && !(v instanceof Promise))
    return Object.fromEntries(Object.entries(v).map(([k, x]) => [k, filled(x, body, reader)]))
  return v
}

/** A turn's steps with their templates filled and their repeats written out. */
export const stepsOf = (turn, body, reader) =>
  (turn.content ?? []).map((raw) => {
    const step = filled(raw, body, reader)
    if (!step.repeat) return step
    const { text, times } = step.repeat
    return { ...step, text: text.repeat(times), chunk: [...text].length }
  })

/** Whether a step says nothing: a pause, a comment, raw bytes or a fault. */
export const isPlayed = (step) => step.fault || step.ping || step.wait_ms !== undefined || step.raw_sse !== undefined
