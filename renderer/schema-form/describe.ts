import { isObject, type JsonObject, type JsonValue } from '../../shared/schema/json.ts'
import { resolveSchema, type Unresolved } from '../../shared/schema/resolve.ts'
import { schemaForm } from '../strings/schema-form.ts'

const { kinds, problems } = schemaForm

const unresolved: Record<Unresolved, string> = {
  endless: problems.endless,
  'no-value': problems.noValue,
  'refers-to-itself': problems.refersToItself,
  'refers-to-nothing': problems.refersToNothing,
}

/** A value to choose, and its label. */
export type Option = { value: JsonValue; label: string }
export type Property = { name: string; schema: JsonValue; required: boolean }

/** The control for one schema. */
export type Control =
  | {
      kind: 'text'
      multiline: boolean
      format: string | undefined
      least: number | undefined
      most: number | undefined
    }
  | { kind: 'number'; integer: boolean; least: number | undefined; most: number | undefined }
  | { kind: 'yes-no' }
  | { kind: 'nothing' }
  | { kind: 'constant'; value: JsonValue }
  | { kind: 'choice'; options: Option[] }
  | { kind: 'choices'; options: Option[] }
  /** `rest` is the schema of members whose names the user chooses; absent if not allowed. */
  | { kind: 'object'; properties: Property[]; rest: JsonValue | undefined }
  /** `first` are the items with their own position, `items` is the schema of all later ones. */
  | { kind: 'list'; first: JsonValue[]; items: JsonValue | undefined; least: number; most: number }
  | { kind: 'variants'; variants: { label: string; schema: JsonValue }[] }
  /** No form is possible: the value is written as JSON. `why` is a sentence. */
  | { kind: 'json'; why: string }

/** A control with the server's texts about it. */
export type Described = Control & {
  title: string | undefined
  description: string | undefined
  initial: JsonValue | undefined
  /** Further rules apply that the form doesn't show; the value is checked as a whole. */
  conditional: boolean
}

/** How many levels to search for a variant's name; a schema can contain itself. */
const deepest = 2

/**
 * Never throws, whatever a server wrote, and looks only as deep as variant names need: deeper levels are described when
 * shown.
 */
export function describeSchema(schema: JsonValue | undefined, root: JsonObject, depth = 0): Described {
  const found = resolveSchema(schema, root)
  if ('problem' in found) return { ...bare, kind: 'json', why: unresolved[found.problem] }
  const own = found.schema
  return {
    title: text(own['title']),
    description: text(own['description']),
    initial: own['default'],
    conditional: ['if', 'dependentSchemas', 'dependentRequired', 'dependencies', 'not'].some((key) => key in own),
    ...controlOf(own, root, depth),
  }
}

const bare = { title: undefined, description: undefined, initial: undefined, conditional: false }

function controlOf(schema: JsonObject, root: JsonObject, depth: number): Control {
  if (Object.hasOwn(schema, 'const')) return { kind: 'constant', value: schema['const'] ?? null }
  if (Array.isArray(schema['enum']) && schema['enum'].length > 0)
    return { kind: 'choice', options: namedOptions(schema['enum'], schema['enumNames']) }
  const union = schema['oneOf'] ?? schema['anyOf']
  if (Array.isArray(union) && union.length > 0) return unionControl(schema, union, root, depth)
  const { type } = schema
  if (Array.isArray(type)) return typesControl(schema, type, root, depth)
  return typedControl(schema, typeof type === 'string' ? type : guessType(schema), root, depth)
}

function typedControl(schema: JsonObject, type: string | undefined, root: JsonObject, depth: number): Control {
  switch (type) {
    case 'string':
      return textControl(schema)
    case 'number':
    case 'integer':
      return { kind: 'number', integer: type === 'integer', least: leastOf(schema), most: mostOf(schema) }
    case 'boolean':
      return { kind: 'yes-no' }
    case 'null':
      return { kind: 'nothing' }
    case 'object':
      return objectControl(schema)
    case 'array':
      return listControl(schema, root, depth)
    case undefined:
      return { kind: 'json', why: problems.anyValue }
    default:
      return { kind: 'json', why: problems.unknownType }
  }
}

/** The type implied by a schema's other keywords, if it names none. */
function guessType(schema: JsonObject): string | undefined {
  const has = (...keys: string[]): boolean => keys.some((key) => key in schema)
  if (has('properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames')) return 'object'
  if (has('items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains')) return 'array'
  if (has('pattern', 'minLength', 'maxLength', 'format')) return 'string'
  if (has('minimum', 'maximum', 'multipleOf', 'exclusiveMinimum', 'exclusiveMaximum')) return 'number'
  return undefined
}

/** Texts that can be longer than this get several lines. */
const oneLine = 200

const longName = /^(text|body|content|markdown|code|query|sql|script)$/i

/** Whether a text gets a large field: by its schema, its name, or what it starts with. */
export const isLongText = (it: Extract<Control, { kind: 'text' }>, name: string | undefined, value: string): boolean =>
  it.multiline ||
  value.includes('\n') ||
  value.length > shortText ||
  (it.format === undefined && it.most === undefined && /^(body|content|markdown|code|sql|script)$/i.test(name ?? ''))

/** Texts longer than this don't fit a narrow field. */
const shortText = 80

function textControl(schema: JsonObject): Control {
  const most = number(schema['maxLength'])
  const format = text(schema['format'])
  const isLong = most !== undefined ? most > oneLine : longName.test(hint(schema))
  return { kind: 'text', multiline: format === undefined && isLong, format, least: number(schema['minLength']), most }
}

const hint = (schema: JsonObject): string => text(schema['title']) ?? ''

/** Required properties come first, as listed. */
const placeIn = (needed: ReadonlySet<JsonValue>, { name, required }: Property): number =>
  required ? [...needed].indexOf(name) : needed.size

function objectControl(schema: JsonObject): Control {
  const { properties, required, additionalProperties, patternProperties } = schema
  const needed = new Set<JsonValue>(Array.isArray(required) ? required : [])
  const declared = isObject(properties) ? Object.entries(properties) : []
  const names = new Set(declared.map(([name]) => name))
  const undeclared = [...needed].filter((name): name is string => typeof name === 'string' && !names.has(name))
  const patterns = isObject(patternProperties) ? Object.values(patternProperties) : []
  const isOpen = declared.length === 0 && undeclared.length === 0 && additionalProperties === undefined
  return {
    kind: 'object',
    properties: [
      ...declared.map(([name, value]) => ({ name, schema: value, required: needed.has(name) })),
      ...undeclared.map((name) => ({ name, schema: {}, required: true })),
    ].toSorted((a, b) => placeIn(needed, a) - placeIn(needed, b)),
    rest:
      isObject(additionalProperties) || additionalProperties === true
        ? additionalProperties
        : (patterns[0] ?? (isOpen ? {} : undefined)),
  }
}

/** Up to this many options are checkboxes; with more, each chosen one is an item. */
const mostBoxes = 60

function listControl(schema: JsonObject, root: JsonObject, depth: number): Control {
  const { prefixItems, items, additionalItems, uniqueItems } = schema
  const places = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : []
  const after = Array.isArray(items) ? additionalItems : items
  const least = number(schema['minItems']) ?? 0
  const most = number(schema['maxItems']) ?? Infinity
  const each =
    depth < deepest && places.length === 0 && isObject(after) ? describeSchema(after, root, depth + 1) : undefined
  if (each?.kind === 'choice' && each.options.length <= (uniqueItems === true ? mostBoxes : 12))
    return { kind: 'choices', options: each.options }
  return { kind: 'list', first: places, items: after === false ? undefined : (after ?? {}), least, most }
}

function unionControl(schema: JsonObject, union: JsonValue[], root: JsonObject, depth: number): Control {
  if (depth >= deepest) return { kind: 'variants', variants: [] }
  const { oneOf: _one, anyOf: _any, title: _title, description: _description, default: _default, ...base } = schema
  const isPlain = Object.keys(base).every((key) => key === 'type' || key.startsWith('$'))
  const variants = union.map((variant) => (isPlain ? variant : { allOf: [base, variant] }))
  const described = variants.map((variant) => describeSchema(variant, root, depth + 1))
  const constants = described.flatMap((it) =>
    it.kind === 'constant' ? [{ value: it.value, label: it.title ?? words(it.value) }] : [],
  )
  if (constants.length === described.length) return { kind: 'choice', options: constants }
  const [only] = described
  if (described.length === 1 && only) return only
  return {
    kind: 'variants',
    variants: described.map((it, index) => ({ label: it.title ?? kindName(it), schema: variants[index] ?? {} })),
  }
}

function typesControl(schema: JsonObject, types: JsonValue[], root: JsonObject, depth: number): Control {
  const names = types.filter((type) => typeof type === 'string')
  const [only] = names
  if (names.length === 1) return typedControl(schema, only, root, depth)
  if (names.length === 0) return { kind: 'json', why: problems.noType }
  const { title: _title, description: _description, default: _default, ...base } = schema
  return { kind: 'variants', variants: names.map((type) => ({ label: typeName(type), schema: { ...base, type } })) }
}

/** A variant's name if the server gives it no title. */
export function kindName(control: Control): string {
  switch (control.kind) {
    case 'text':
      return typeName('string')
    case 'number':
      return typeName(control.integer ? 'integer' : 'number')
    case 'yes-no':
      return typeName('boolean')
    case 'nothing':
      return typeName('null')
    case 'constant':
      return words(control.value)
    case 'choice':
    case 'variants':
      return kinds.oneOfSeveral
    case 'choices':
    case 'list':
      return typeName('array')
    case 'object':
      return control.properties.length > 0
        ? control.properties
            .slice(0, 3)
            .map(({ name }) => name)
            .join(', ')
        : typeName('object')
    case 'json':
      return kinds.json
    default:
      return control satisfies never
  }
}

const typeNames: Record<string, string> = schemaForm.types

const typeName = (type: string): string => (Object.hasOwn(typeNames, type) ? typeNames[type] : undefined) ?? kinds.json

const namedOptions = (values: JsonValue[], names: JsonValue | undefined): Option[] =>
  values.map((value, index) => ({
    value,
    label: (Array.isArray(names) ? text(names[index]) : undefined) ?? words(value),
  }))

const words = (value: JsonValue): string => (typeof value === 'string' && value !== '' ? value : JSON.stringify(value))

const text = (value: JsonValue | undefined): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined

const number = (value: JsonValue | undefined): number | undefined => (typeof value === 'number' ? value : undefined)

const leastOf = (schema: JsonObject): number | undefined =>
  number(schema['minimum']) ?? number(schema['exclusiveMinimum'])
const mostOf = (schema: JsonObject): number | undefined =>
  number(schema['maximum']) ?? number(schema['exclusiveMaximum'])
