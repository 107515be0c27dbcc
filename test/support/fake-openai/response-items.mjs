import { isObj } from '../fake-model/values.mjs'
import { bad, list, longString, missing, unknownParameter, unsupported, wrong } from './errors.mjs'
import { checkInputFile } from './files.mjs'

const fields = {
  message: ['type', 'id', 'role', 'content', 'status', 'phase'],
  function_call: ['type', 'id', 'call_id', 'name', 'arguments', 'status', 'namespace', 'caller'],
  function_call_output: ['type', 'id', 'call_id', 'output', 'status', 'name', 'namespace', 'caller'],
  reasoning: ['type', 'id', 'summary', 'content', 'encrypted_content', 'status'],
  item_reference: ['type', 'id'],
}
const userParts = ['input_text', 'input_image', 'input_file']

/** Checks the items of `input`: each by itself, calls with their results, and reasoning with what it led to. */
export function checkItems(items, st, model) {
  const c = { items, st, model, calls: new Set(), answered: new Set() }
  items.forEach((item, i) => {
    const at = `input[${i}]`
    const type = item?.type ?? (item?.role ? 'message' : undefined)
    if (!isObj(item) || !fields[type]) unsupported(`${at}.type`, item?.type, list(Object.keys(fields))) // [seen]
    for (const k of Object.keys(item)) if (!fields[type].includes(k)) unknownParameter(`${at}.${k}`) // [seen]
    checks[type]?.(c, item, { at, i })
  })
  for (const id of c.calls)
    if (!c.answered.has(id)) bad(`No tool output found for function call ${id}.`, { param: 'input' }) // [seen]
}

const checks = {
  message: (c, item, { at }) => {
    if (!['user', 'assistant', 'system', 'developer'].includes(item.role))
      unsupported(at, item.role, "'assistant', 'system', 'developer', and 'user'") // [seen]
    checkParts(c, item.content, `${at}.content`, item.role === 'assistant' ? ['output_text', 'refusal'] : userParts) // [seen]
    checkItemId(item.id, 'msg', at)
  },

  function_call: ({ items, st, calls }, item, { at, i }) => {
    for (const k of ['call_id', 'name', 'arguments']) if (typeof item[k] !== 'string') missing(`${at}.${k}`)
    checkItemId(item.id, 'fc', at)
    if (item.call_id.length > 64) longString(`${at}.call_id`, 64, item.call_id.length) // [seen]
    const reasoning = item.id === undefined ? undefined : st.needs.get(item.id)
    if (reasoning && !items.slice(0, i).some((x) => x.type === 'reasoning' && x.id === reasoning))
      bad(
        `Item '${item.id}' of type 'function_call' was provided without its required 'reasoning' item: '${reasoning}'.`,
        { param: 'input' },
      ) // [seen]
    calls.add(item.call_id)
  },

  function_call_output: (c, item, { at }) => {
    const { calls, answered } = c
    if (!calls.has(item.call_id))
      bad(`No tool call found for function call output with call_id ${item.call_id}.`, { param: 'input' }) // [seen]
    checkParts(c, item.output, `${at}.output`, userParts)
    answered.add(item.call_id)
  },

  reasoning: ({ items, st }, item, { at, i }) => {
    if (!Array.isArray(item.summary)) missing(`${at}.summary`) // [seen]
    if (!item.encrypted_content && !st.stored.has(item.id))
      bad(
        `Item with id '${item.id}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`,
        { status: 404, param: 'input' },
      ) // [seen]
    if (item.encrypted_content && st.sealed.get(item.encrypted_content) !== item.id)
      bad(`The encrypted content for item ${item.id} could not be verified.`, { code: 'invalid_encrypted_content' }) // [seen]
    const next = items[i + 1]
    if (!next || next.role === 'user' || next.type === 'function_call_output')
      bad(`Item '${item.id}' of type 'reasoning' was provided without its required following item.`, {
        param: 'input',
      }) // [seen]
  },
}

function checkItemId(id, prefix, at) {
  if (id === undefined || id.startsWith(`${prefix}_`)) return
  bad(`Invalid '${at}.id': '${id}'. Expected an ID that begins with '${prefix}'.`, {
    param: `${at}.id`,
    code: 'invalid_value',
  }) // [seen]
}

/** Checks a content that is a text or a list of parts of these types. */
function checkParts(c, content, at, types) {
  if (typeof content === 'string') return
  if (!Array.isArray(content)) wrong(at, 'one of an array of objects or string', content)
  content.forEach((p, j) => {
    if (!types.includes(p?.type)) unsupported(`${at}[${j}]`, p?.type, list(types))
    if (p.type === 'input_file') checkInputFile(c, p, `${at}[${j}]`)
  })
}
