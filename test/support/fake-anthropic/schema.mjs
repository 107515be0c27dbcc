import { S, isObj } from '../fake-model/values.mjs'
import { bad } from './errors.mjs'

/** JSON Schema 2020-12, as the API checks a tool's `input_schema`; null if it is valid. */

const TYPES = S('string', 'number', 'integer', 'boolean', 'object', 'array', 'null')
export function schemaError(s, depth = 0) {
  if (typeof s === 'boolean') return null
  if (!isObj(s)) return 'not an object'
  if (depth > 64) return 'too deep'
  const each = (o) => {
    if (!isObj(o)) return 'not an object'
    for (const v of Object.values(o)) {
      const e = schemaError(v, depth + 1)
      if (e) return e
    }
    return null
  }
  for (const [k, v] of Object.entries(s)) {
    let e = null
    switch (k) {
      case 'type':
        if (Array.isArray(v)) {
          if (!v.length || !v.every((t) => TYPES.has(t)) || new Set(v).size !== v.length) e = 'type'
        } else if (!TYPES.has(v)) e = 'type'
        break
      case 'properties':
      case 'patternProperties':
      case '$defs':
      case 'definitions':
      case 'dependentSchemas':
        if (v !== null) e = each(v)
        break
      case 'required':
        if (v !== null && (!Array.isArray(v) || !v.every((x) => typeof x === 'string') || new Set(v).size !== v.length))
          e = 'required'
        break
      case 'items':
      case 'additionalProperties':
      case 'unevaluatedProperties':
      case 'unevaluatedItems':
      case 'not':
      case 'if':
      case 'then':
      case 'else':
      case 'contains':
      case 'propertyNames':
        e = Array.isArray(v) ? `${k} must be a schema, not an array (draft-04 form)` : schemaError(v, depth + 1)
        break
      case 'allOf':
      case 'anyOf':
      case 'oneOf':
      case 'prefixItems':
        if (!Array.isArray(v) || !v.length) e = k
        else for (const x of v) e ??= schemaError(x, depth + 1)
        break
      case 'enum':
        if (!Array.isArray(v)) e = 'enum'
        break
      case 'minimum':
      case 'maximum':
      case 'exclusiveMinimum':
      case 'exclusiveMaximum':
        if (typeof v !== 'number') e = `${k} must be a number`
        break
      case 'multipleOf':
        if (typeof v !== 'number' || v <= 0) e = k
        break
      case 'minLength':
      case 'maxLength':
      case 'minItems':
      case 'maxItems':
      case 'minProperties':
      case 'maxProperties':
        if (!Number.isInteger(v) || v < 0) e = k
        break
      case 'pattern':
        if (typeof v !== 'string') e = k
        else
          try {
            new RegExp(v, 'u')
          } catch {
            try {
              new RegExp(v)
            } catch {
              e = 'pattern'
            }
          }
        break
      case '$ref':
      case '$id':
      case '$anchor':
      case '$comment':
      case 'title':
      case 'description':
      case 'format':
        if (typeof v !== 'string') e = k
        break
      case 'uniqueItems':
      case 'deprecated':
      case 'readOnly':
      case 'writeOnly':
        if (typeof v !== 'boolean') e = k
        break
    }
    if (e) return e
  }
  return null
}
// strict:true subset
export function strictWalk(s, at, acc) {
  if (!isObj(s)) return
  const t = s.type
  if (t === 'object' || s.properties) {
    if (s.additionalProperties !== false)
      bad(`${at}: For 'object' type, 'additionalProperties' must be explicitly set to false`) // [seen]
    const req = new Set(s.required ?? [])
    for (const [k, v] of Object.entries(s.properties ?? {})) {
      if (!req.has(k)) acc.optional++
      if (isObj(v) && (v.anyOf || Array.isArray(v.type))) acc.unions++
      strictWalk(v, at, acc)
    }
  }
  const un =
    {
      number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
      integer: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
      string: ['minLength', 'maxLength'],
      array: ['maxItems', 'uniqueItems'],
    }[t] ?? []
  const hit = un.filter((k) => k in s)
  if (hit.length)
    bad(
      `${at}: For '${t}' type, ${hit.length > 1 ? 'properties' : 'property'} ${hit.map((h) => `'${h}'`).join(', ')} ${hit.length > 1 ? 'are' : 'is'} not supported`,
    )
  if (t === 'array' && s.minItems > 1)
    bad(`${at}: For 'array' type, 'minItems' values other than 0 or 1 are not supported`)
  if (typeof s.pattern === 'string' && /\\[1-9]|\(\?[=!<]|\\b|\\B/.test(s.pattern))
    bad(`Unsupported regex feature in pattern field: ${s.pattern}`) // [seen]
  for (const k of ['items', 'anyOf', 'allOf', '$defs', 'definitions']) {
    const v = s[k]
    if (Array.isArray(v)) v.forEach((x) => strictWalk(x, at, acc))
    else if (isObj(v)) k === 'items' ? strictWalk(v, at, acc) : Object.values(v).forEach((x) => strictWalk(x, at, acc))
  }
}
