import { has, isObj, S } from '../fake-model/values.mjs'
import { kind } from './errors.mjs'

/** JSON Schemas of tools, as each dialect checks them. */

const TYPES = S('string', 'number', 'integer', 'boolean', 'object', 'array', 'null')
const KIDS = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames']
const MAPS = ['properties', 'patternProperties', '$defs', 'definitions']
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems']
const NUMBERS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
]

/** Visits a schema and every schema below it. */
function eachSchema(s, visit, path = [], depth = 0) {
  if (!isObj(s) || depth > 64) return
  visit(s, path)
  const down = (v, ...keys) => eachSchema(v, visit, [...path, ...keys], depth + 1)
  for (const k of KIDS) if (isObj(s[k])) down(s[k], k)
  for (const k of MAPS) if (isObj(s[k])) for (const [name, v] of Object.entries(s[k])) down(v, k, name)
  for (const k of LISTS) if (Array.isArray(s[k])) s[k].forEach((v, i) => down(v, k, String(i)))
}

/** A path as Python prints a tuple. */
const tuple = (p) => (p.length ? `(${p.map((x) => `'${x}'`).join(', ')}${p.length === 1 ? ',' : ''})` : '()')

const code = 'invalid_function_parameters'

function openai(s, { name, param, bad }) {
  const no = (text) => bad(`Invalid schema for function '${name}': ${text}`, { param, code })
  const typed = (got) => `schema must be a JSON Schema of 'type: "object"', got 'type: "${got}"'.`
  if (!isObj(s)) no(typed('None')) // [seen]
  if (s.type !== 'object') no(typed(s.type ?? 'None')) // [seen]
  if (['oneOf', 'anyOf', 'allOf', 'enum', 'not'].some((k) => has(s, k)))
    no("schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.") // [seen]
  if (!has(s, 'properties')) no('In context=(), object schema missing properties.') // [seen]
  eachSchema(s, (x, p) => {
    const notOf = (v, type) => no(`${JSON.stringify(v)} is not of type '${type}'`)
    for (const t of [x.type].flat())
      if (t !== undefined && !TYPES.has(t)) no(`'${t}' is not valid under any of the given schemas.`) // [seen]
    if (has(x, 'properties')) {
      if (!isObj(x.properties)) notOf(x.properties, 'object')
      for (const v of Object.values(x.properties))
        if (!isObj(v) && typeof v !== 'boolean') no(`'${v}' is not of type 'object', 'boolean'`) // [seen]
    }
    if (has(x, 'required') && !(Array.isArray(x.required) && x.required.every((r) => typeof r === 'string')))
      notOf(x.required, 'array')
    if (has(x, 'enum') && !Array.isArray(x.enum)) notOf(x.enum, 'array')
    for (const k of NUMBERS) if (has(x, k) && typeof x[k] !== 'number') notOf(x[k], 'number')
    if ([x.type].flat().includes('array') && !has(x, 'items') && !has(x, 'prefixItems'))
      no(`In context=${tuple(p)}, array schema missing items.`) // [seen]
    if (Array.isArray(x.items)) no(`In context=${tuple(p)}, array schema items is not an object.`)
  })
}

const unknownToGoogle = [
  '$schema',
  '$ref',
  '$defs',
  'definitions',
  'additionalProperties',
  'patternProperties',
  'const',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'oneOf',
  'allOf',
  'not',
  'if',
  'then',
  'else',
  'propertyNames',
  'examples',
  'readOnly',
]

/** The strictest that was seen on Google's endpoint: a proto instead of a JSON Schema. */
function gemini(s, { bad, i }) {
  if (s === undefined) return
  const keyword = (k) => [...MAPS, ...KIDS, ...LISTS].includes(k)
  const below = (p) => p.map((k) => (keyword(k) ? `.${k}` : `[${k}]`)).join('')
  const at = (p) => `tools[0].function_declarations[${i}].parameters${below(p)}`
  if (!isObj(s) || s.type !== 'object') bad(`* GenerateContentRequest.${at([])}: schema should be of type OBJECT`)
  eachSchema(s, (x, p) => {
    const unread = (name, why) => bad(`Invalid JSON payload received. Unknown name "${name}" at '${at(p)}': ${why}`)
    const odd = unknownToGoogle.find((k) => has(x, k))
    if (odd) unread(odd, 'Cannot find field.') // [seen]
    if (Array.isArray(x.type)) unread('type', 'Proto field is not repeating, cannot start list.') // [seen]
    const unworded = has(x, 'enum') && x.enum.find((v) => typeof v !== 'string')
    if (has(x, 'enum') && !x.enum.every((v) => typeof v === 'string'))
      bad(`Invalid value at '${at(p)}.enum[0]' (TYPE_STRING), ${JSON.stringify(unworded)}`) // [seen]
    if (x.type === 'array' && !isObj(x.items)) bad(`* GenerateContentRequest.${at(p)}.items: missing field.`) // [seen]
    if (x.type === 'object' && !Object.keys(x.properties ?? {}).length)
      bad(`* GenerateContentRequest.${at(p)}.properties: should be non-empty for OBJECT type`) // [seen]
  })
}

/** All tools become one grammar, so one bad tool refuses every request. */
function llamacpp(s, { bad }) {
  const unread = (why) => bad(`JSON schema conversion failed:\n${why}`)
  const unparsed = () => bad('Failed to initialize samplers: failed to parse grammar')
  eachSchema(s ?? {}, (x) => {
    if (typeof x.pattern === 'string') {
      if (!/^\^[\s\S]*\$$/.test(x.pattern)) unread("Pattern must start with '^' and end with '$'") // [seen]
      if (/\(\?[=!<]|\\[dDwWsSbBpP]/.test(x.pattern)) unparsed() // [seen]
    }
    if (x.maxLength > 2000 || x.maxItems > 1000) unparsed() // [seen] repetitions times rules are limited
    if (typeof x.$ref === 'string' && !x.$ref.startsWith('#')) unread(`Unsupported ref: ${x.$ref}`)
    if (has(x, 'not') && Object.keys(x).length === 1) unread(`Unrecognized schema: ${JSON.stringify(x)}`) // [seen]
  })
}

function ollama(s, { bad }) {
  if (s !== undefined && !isObj(s)) bad('json: cannot unmarshal into Go struct field ToolFunction.parameters')
  for (const v of Object.values(s?.properties ?? {}))
    if (!isObj(v)) bad(`json: cannot unmarshal ${kind(v)} into Go value of type api.ToolProperty`) // [src] wording [guess]
}

function lmstudio(s, { bad, i }) {
  if (has(s, 'properties')) return
  const path = [i, 'function', 'parameters', 'properties']
  bad(JSON.stringify([{ code: 'invalid_type', expected: 'object', received: 'undefined', path, message: 'Required' }])) // [seen]
}

/** OpenAI's rules, but for the ones that this server doesn't have. [seen] form */
function groq(s, { name, param, bad, i }) {
  if (s === undefined) return
  const filled = isObj(s) && !has(s, 'properties') ? { ...s, properties: {} } : s
  const relay = (m) => {
    if (/missing items|top level/.test(m)) return
    bad(`invalid JSON schema for tool ${name}, tools[${i}].function.parameters: ${m.replace(/^[^:]*: /, '')}`)
  }
  openai(filled, { name, param, bad: relay })
}

function anyObject(s, { name, param, bad }) {
  if (s !== undefined && !isObj(s)) bad(`Invalid schema for function '${name}'`, { param })
}

/** Checks `parameters`; each takes the schema and `{name, param, i, bad}`. */
export const SCHEMA_RULES = {
  openai,
  azure: openai,
  openrouter: openai,
  groq,
  gemini,
  llamacpp,
  ollama,
  lmstudio,
  mistral: anyObject,
  deepseek: anyObject,
  vllm: anyObject,
}

/** Checks the subset for `strict: true`. */
export function checkStrict(s, { name, param, bad }) {
  eachSchema(s, (x, p) => {
    const no = (text) => bad(`Invalid schema for function '${name}': In context=${tuple(p)}, ${text}`, { param, code })
    if (x.type === 'object' || has(x, 'properties')) {
      if (x.additionalProperties !== false) no("'additionalProperties' is required to be supplied and to be false.") // [seen]
      const required = new Set(x.required ?? [])
      const lost = Object.keys(x.properties ?? {}).find((k) => !required.has(k))
      if (lost !== undefined)
        no(
          `'required' is required to be supplied and to be an array including every key in properties. Missing '${lost}'.`,
        ) // [seen]
    }
    const odd = ['allOf', 'not', 'if', 'dependentRequired', 'patternProperties'].find((k) => has(x, k))
    if (odd) no(`'${odd}' is not permitted.`) // [seen]
  })
}
