import type { ImportProblem } from '../../../shared/config/imported.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'
import type { Tree } from '../settings/json-tree.ts'

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const tag = /<(\/?)([\w.:-]+)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/g

/**
 * Reads the servers in settings that JetBrains' assistant wrote before 2025.3: options with a name and value inside an
 * element for each server. Anything that declares entities is refused.
 */
export function readXmlTree(text: string): Tree | ImportProblem {
  const plain = text.replaceAll(/<!--[^]*?-->/g, '').replace(/^\s*<\?xml[^<>]*\?>/, '')
  if (/<[!?]/.test(plain)) return { code: 'invalid-xml' }
  const servers: JsonObject[] = []
  const open: string[] = []
  let current: JsonObject | undefined
  for (const [, end = '', name = '', given = '', empty = ''] of plain.matchAll(tag)) {
    if (end !== '') {
      if (open.pop() !== name) return { code: 'invalid-xml' }
      if (isServer(name)) current = undefined
      continue
    }
    const { name: key = '', value = '' } = attributesOf(given)
    if (isServer(name)) servers.push((current = { env: {} }))
    else if (current && name === 'option' && key !== '') current[nameOf(key)] = asValue(key, value)
    else if (current && name === 'env' && key !== '') current['env'] = withVariable(current['env'], key, value)
    if (empty === '') open.push(name)
  }
  if (open.length > 0 || plain.trim() === '') return { code: 'invalid-xml' }
  return { value: { servers }, twice: new WeakMap() }
}

const isServer = (name: string): boolean => /^Mcp(Server|.*Server(Command|ConfigurationProperties))$/.test(name)

const nameOf = (key: string): string => (key === 'programPath' ? 'command' : key)
const asValue = (key: string, value: string): string | boolean => (key === 'enabled' ? value !== 'false' : value)

const withVariable = (env: JsonObject[string] | undefined, name: string, value: string): JsonObject => ({
  ...(typeof env === 'object' && !Array.isArray(env) ? env : {}),
  [name]: value,
})

function attributesOf(given: string): Record<string, string> {
  const found = given.matchAll(/([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)
  return Object.fromEntries(
    [...found].map(([, name = '', double, single]) => [name, unescaped(double ?? single ?? '')]),
  )
}

const unescaped = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name: string) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(String(hex), 16) : undefined
    if (code !== undefined) return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    return entities[name] ?? whole
  })
