import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseSync } from 'vite'

const renderer = path.resolve(import.meta.dirname, '../renderer')

/** Attributes and members whose text users read or hear, even a single lower-case word. */
const said =
  /^(aria-(label|description|roledescription|valuetext)|alt|aside|label|title|placeholder|hint|words|note|problem|question|empty|legend|summary|heading|text)$/

/** Places for text that users never read: classes, keys, URLs, selectors, developer errors. */
const unread = {
  attributes:
    /^(className|class|id|htmlFor|href|key|keys|rel|sandbox|d|points|viewBox|allow|type|kind|role|style|data-.*)$/,
  calls:
    /^(classes|Error|RangeError|TypeError|matches|closest|querySelector|querySelectorAll|createElement|getContext|matchMedia|addEventListener|isPressed|RegExp)$/,
}

type Node = { type: string; start: number; [member: string]: unknown }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** A module's texts that users would see, by position; `xx` replaces a value in one. */
function textsIn(source: string, lang: 'ts' | 'tsx'): { at: number; text: string }[] {
  const found: { at: number; text: string }[] = []
  const visit = (node: Node, isSaid: boolean): void => {
    const { type } = node
    if (isSilent(node)) return
    if (type === 'JSXAttribute' || type === 'Property') return visitMember(node)
    if ((type === 'CallExpression' || type === 'NewExpression') && unread.calls.test(nameOf(node['callee'])))
      return (node['arguments'] as Node[]).filter(isFunction).forEach((each) => visit(each, false))
    const text = textOf(node)
    if (text !== undefined && (isSaid || type === 'JSXText' ? /\p{L}{2}/u : unmistakable[lang]).test(text))
      found.push({ at: node.start, text: text.trim().replaceAll('\0', 'xx') })
    descend(node, isSaid || type === 'JSXElement' || type === 'JSXFragment')
  }
  const visitMember = (node: Node): void => {
    const name = nameOf(node['key'] ?? node['name'])
    if (isNode(node['key'])) visit(node['key'], false)
    if (isNode(node['value']) && !isUnread(node, name)) visit(node['value'], said.test(name) && keeps(node['value']))
  }
  const descend = (node: Node, isSaid: boolean): void => {
    for (const [member, value] of Object.entries(node))
      for (const each of [value].flat().filter(isNode))
        visit(each, isSaid && member !== 'openingElement' && member !== 'test' && keeps(each))
  }
  visit(parseSync(`module.${lang}`, source).program as unknown as Node, false)
  return found
}

/** Texts that can't be IDs: more than one word, or in a component one with a capital. */
const words = /(\p{L}{2,}|\0)[,:;.…]? (\p{L}+|\0)/u
const unmistakable = { ts: words, tsx: new RegExp(`${words.source}|^\\p{Lu}[\\p{L}\\p{N}-]+[.…?]?$`, 'u') }

/** Types, imports and comparisons. */
const isSilent = ({ type, operator }: Node): boolean =>
  type === 'ImportDeclaration' ||
  type === 'ExportAllDeclaration' ||
  (type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)Expression$/.test(type)) ||
  (type === 'BinaryExpression' && operator !== '+')

/** Nodes that pass a displayed text through. */
const keeps = ({ type }: Node): boolean =>
  /^(JSXExpressionContainer|ConditionalExpression|LogicalExpression|BinaryExpression|TemplateLiteral|Literal|JSXText|TSAsExpression)$/.test(
    type,
  )

/** Attributes that aren't text, and in objects the names of keys and row identifiers. */
const isUnread = ({ type, value }: Node, name: string): boolean =>
  type === 'JSXAttribute'
    ? unread.attributes.test(name)
    : name === 'keys' || (name === 'key' && isNode(value) && value.type === 'TemplateLiteral')

const isFunction = ({ type }: Node): boolean => /^(ArrowFunction|Function)Expression$/.test(type)

/** The name of an attribute, a key or a called function. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return ''
  const name = node['name'] ?? node['value'] ?? node['property']
  return typeof name === 'string' ? name : nameOf(name)
}

function textOf({ type, value, quasis }: Node): string | undefined {
  if (type === 'JSXText' || (type === 'Literal' && typeof value === 'string')) return String(value)
  if (type !== 'TemplateLiteral') return undefined
  const parts = (quasis as { value: { raw: string } }[]).map((part) => part.value.raw)
  return /\p{L}{2}/u.test(parts.join(' ')) ? parts.join('\0') : undefined
}

/** Makes a command for a shell; what users read there is the catalogue's. */
const commands = 'servers/reports/as-curl.ts'

const modules = readdirSync(renderer, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith(`strings${path.sep}`))
  .filter((file) => file !== path.normalize(commands))
  .toSorted()

describe('the interface’s words', () => {
  test.each(modules)('[UI-20] come only from the catalogue in %s', (file) => {
    const source = readFileSync(path.join(renderer, file), 'utf8')
    const lines = textsIn(source, file.endsWith('x') ? 'tsx' : 'ts').map(
      ({ at, text }) => `${source.slice(0, at).split('\n').length}: ${text}`,
    )
    expect(lines).toEqual([])
  })

  test.each([
    ["<p title='Close' className='big red'>Hi {yes ? 'there' : `to ${name}`}</p>", ['Close', 'Hi', 'there', 'to xx']],
    ["<Icon name='chevron-down' label={shut && 'open'} />", ['open']],
    [
      "const table = { on: 'Running', 'Not yet': 1, label: 'off' } as const satisfies Words",
      ['Running', 'Not yet', 'off'],
    ],
    ["listen('change', () => say('Not so fast'))", ['Not so fast']],
    ["on.addEventListener('a b', () => say('It is ' + 'over now'))", ['It is ', 'over now']],
    ["state === 'all done' ? new Error('It is odd') : [`${a} of ${b}`]", ['xx of xx']],
    ["const row = { key: `turn ${id}`, keys: 'Ctrl K', id: `${server}:${name}` }", []],
  ])('[UI-20] are found outside the catalogue in any place: %s', (source, texts) => {
    expect(textsIn(source, 'tsx').map(({ text }) => text)).toEqual(texts.map((text) => text.trim()))
  })
})
