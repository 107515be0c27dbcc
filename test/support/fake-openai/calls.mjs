import { isObj } from '../fake-model/values.mjs'
import { bad, emptyArray, kind, longArray, longString, missing, unsupported, wrong } from './errors.mjs'
import { unknownField } from './fields.mjs'
import { checkMemory } from './memory.mjs'
import { checkName } from './tools.mjs'

/** Whether a text is one JSON object. */
export const parses = (s) => {
  try {
    return isObj(JSON.parse(s))
  } catch {
    return false
  }
}

/** Checks the calls that message `i` of the model made. */
export function checkCalls(c, m, i) {
  const { d, D, lint } = c
  const calls = m.tool_calls
  const at = `messages[${i}].tool_calls`
  if (calls === undefined || calls === null) return
  if (!Array.isArray(calls)) wrong(at, 'an array of objects', calls)
  if (!calls.length) {
    if (D.strict || d === 'deepseek') emptyArray(at) // [seen]
    lint.push(`${at} is empty`)
    return
  }
  if (D.maxTools && calls.length > 128) longArray(at, 128, calls.length) // [seen]
  calls.forEach((call, j) => checkCall(c, call, `${at}[${j}]`))
  checkMemory(c, m, i)
}

function checkCall(c, call, at) {
  const { d, D } = c
  if (!isObj(call)) wrong(at, 'an object', call)
  const known = ['id', 'type', 'function', ...(D.callExtra ?? [])]
  const tolerant = D.local || d === 'openrouter'
  for (const k of Object.keys(call))
    if (!known.includes(k) && !tolerant && !(d === 'mistral' && k === 'index')) unknownField(c, at, k, call[k]) // [seen] index
  checkId(D, call.id, `${at}.id`)
  checkType(d, call, `${at}.type`)
  const f = call.function
  if (!isObj(f)) missing(`${at}.function`)
  if (typeof f.name !== 'string') missing(`${at}.function.name`)
  checkName(c, f.name, `${at}.function.name`)
  checkArguments(c, f.arguments, at)
}

function checkId(D, id, param) {
  if (typeof id !== 'string' || (!id && !D.local)) missing(param) // [seen]
  if (D.idRe && !D.idRe.test(id))
    bad(`Tool call id was ${id} but must be a-z, A-Z, 0-9, with a length of 9.`, {
      type: 'invalid_function_call',
      code: '3280',
    }) // [seen]
  if (D.idMax && id.length > D.idMax) longString(param, D.idMax, id.length) // [seen]
}

function checkType(d, call, param) {
  if (call.type === 'function') return
  if (d === 'llamacpp') bad(`Missing tool call type: ${JSON.stringify(call)}`) // [src]
  if (d === 'mistral' || d === 'ollama' || d === 'gemini') return
  if (call.type === undefined) missing(param) // [seen]
  unsupported(param, call.type)
}

function checkArguments({ d, D, lint }, args, at) {
  if (typeof args === 'string') {
    if (parses(args)) return
    if (D.argsJson) bad(d === 'ollama' ? 'invalid tool call arguments' : 'Expecting value: line 1 column 1 (char 0)') // [src]
    lint.push(`${at}: the arguments are not a JSON object; Ollama and vLLM refuse the whole request`)
    return
  }
  if (d === 'llamacpp' && isObj(args)) return
  if (d === 'ollama')
    bad(`json: cannot unmarshal ${kind(args)} into Go struct field .tool_calls.function.arguments of type string`) // [src]
  wrong(`${at}.function.arguments`, 'a string', args) // [seen]
}
