/** Why a template can't be used: an unmatched brace, an invalid expression, or a variable with several values. */
export type TemplateProblem = { reason: 'unclosed' | 'unopened' } | { reason: 'invalid' | 'several'; part: string }

/** One variable of an expression: the length of its prefix, or whether its items are exploded. */
export type TemplateVariable = { name: string; prefix?: number | undefined; explode: boolean }

type Expression = { operator: Operator; variables: TemplateVariable[] }
/** A parsed URI template (RFC 6570, level 4). */
export type UriTemplate = (string | Expression)[]

/** A variable's value. Missing variables, empty lists and empty maps are left out. */
export type TemplateValue = string | string[] | Record<string, string>

type Operator = '' | '+' | '#' | '.' | '/' | ';' | '?' | '&'
/** RFC 6570, appendix A. */
type Behaviour = { first: string; separator: string; named: boolean; ifEmpty: string; reserved: boolean }

const plain = { first: '', separator: ',', named: false, ifEmpty: '', reserved: false }
const behaviours: Record<Operator, Behaviour> = {
  '': plain,
  '+': { ...plain, reserved: true },
  '#': { ...plain, first: '#', reserved: true },
  '.': { ...plain, first: '.', separator: '.' },
  '/': { ...plain, first: '/', separator: '/' },
  ';': { ...plain, first: ';', separator: ';', named: true },
  '?': { ...plain, first: '?', separator: '&', named: true, ifEmpty: '=' },
  '&': { ...plain, first: '&', separator: '&', named: true, ifEmpty: '=' },
}

const isOperator = (text: string): text is Operator => Object.hasOwn(behaviours, text)

const variablePattern = /^((?:\w|%[\dA-Fa-f]{2})+(?:\.(?:\w|%[\dA-Fa-f]{2})+)*)(?::([1-9]\d{0,3})|(\*))?$/

/** Parses a template, or says why it can't. */
export function parseTemplate(text: string): { template: UriTemplate } | { problem: TemplateProblem } {
  const template: UriTemplate = []
  for (const piece of text.match(/\{[^{}]*\}|[^{}]+|[{}]/g) ?? []) {
    if (piece === '{') return { problem: { reason: 'unclosed' } }
    if (piece === '}') return { problem: { reason: 'unopened' } }
    const expression = piece.startsWith('{') ? readExpression(piece.slice(1, -1)) : piece
    if (expression === undefined) return { problem: { reason: 'invalid', part: piece } }
    template.push(expression)
  }
  return { template }
}

function readExpression(inside: string): Expression | undefined {
  const first = inside.slice(0, 1)
  const operator = isOperator(first) ? first : ''
  const variables = inside
    .slice(operator.length)
    .split(',')
    .map((spec): TemplateVariable | undefined => {
      const [, name, length, star] = variablePattern.exec(spec) ?? []
      if (name === undefined) return undefined
      return { name, explode: star !== undefined, ...(length !== undefined && { prefix: Number(length) }) }
    })
  return variables.every((variable) => variable !== undefined) ? { operator, variables } : undefined
}

/** A template's variables, each once, in order of first use. */
export const templateVariables = (template: UriTemplate): TemplateVariable[] =>
  mentioned(template).filter((one, at, all) => all.findIndex(({ name }) => name === one.name) === at)

/** Expands a template. The only possible error is a list or map with a prefix modifier. */
export function expandTemplate(
  template: UriTemplate,
  values: Record<string, TemplateValue>,
): { uri: string } | { problem: TemplateProblem } {
  const valueOf = (name: string): TemplateValue | undefined => (Object.hasOwn(values, name) ? values[name] : undefined)
  const unfit = mentioned(template).find(
    ({ name, prefix }) => prefix !== undefined && typeof (valueOf(name) ?? '') !== 'string',
  )
  if (unfit) return { problem: { reason: 'several', part: unfit.name } }
  const pieces = template.map((piece) => {
    if (typeof piece === 'string') return encode(piece, true)
    const behaviour = behaviours[piece.operator]
    const parts = piece.variables.flatMap((variable) => expandOne(variable, valueOf(variable.name), behaviour))
    return parts.length === 0 ? '' : behaviour.first + parts.join(behaviour.separator)
  })
  return { uri: pieces.join('') }
}

const mentioned = (template: UriTemplate): TemplateVariable[] =>
  template.flatMap((piece) => (typeof piece === 'string' ? [] : piece.variables))

/** RFC 6570, section 3.2.1: a variable's expansion, in pieces to join with the operator's separator. */
function expandOne(
  { name, prefix, explode }: TemplateVariable,
  value: TemplateValue | undefined,
  { named, ifEmpty, reserved }: Behaviour,
): string[] {
  if (value === undefined) return []
  const encoded = (text: string): string => encode(text, reserved)
  const pair = (key: string, text: string): string => (text === '' ? `${key}${ifEmpty}` : `${key}=${text}`)
  if (typeof value === 'string') {
    const text = encoded(prefix === undefined ? value : [...value].slice(0, prefix).join(''))
    return [named ? pair(name, text) : text]
  }
  const isList = Array.isArray(value)
  const entries = isList ? value.map((item): [string, string] => [name, item]) : Object.entries(value)
  if (entries.length === 0) return []
  if (!explode) {
    const text = entries.flatMap(([key, item]) => (isList ? [encoded(item)] : [encoded(key), encoded(item)])).join(',')
    return [named ? pair(name, text) : text]
  }
  return entries.map(([key, item]) => {
    const text = encoded(item)
    if (isList) return named ? pair(name, text) : text
    return named ? pair(encoded(key), text) : `${encoded(key)}=${text}`
  })
}

/** `reserved`: keeps URI delimiters and percent-encoded characters unchanged. */
function encode(text: string, reserved: boolean): string {
  const kept = reserved ? /%[\dA-Fa-f]{2}|[\w\-.~:/?#[\]@!$&'()*+,;=]+/g : /[\w\-.~]+/g
  let out = ''
  let at = 0
  for (const match of text.matchAll(kept)) {
    out += encodeAll(text.slice(at, match.index)) + match[0]
    at = match.index + match[0].length
  }
  return out + encodeAll(text.slice(at))
}

const encodeAll = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (it) => `%${it.charCodeAt(0).toString(16).toUpperCase()}`,
  )
