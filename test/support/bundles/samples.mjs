import { file, zip } from './zip.mjs'

/** A server of the older era in plain Node. Its tool says what it was started with; secrets only as a sum. */
export const serverSource = `import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline'
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
const names = Object.keys(process.env).filter((name) => name.startsWith('BUNDLE_'))
const report = () => ({
  argv: process.argv.slice(2), cwd: process.cwd(),
  env: Object.fromEntries(names.map((name) => [name, /SECRET|KEY|TOKEN/.test(name) ? 'sha256:' + createHash('sha256').update(process.env[name]).digest('hex').slice(0, 16) : process.env[name]])),
})
createInterface({ input: process.stdin }).on('line', (line) => {
  let message
  try { message = JSON.parse(line) } catch { return }
  if (message.id === undefined) return
  if (message.method === 'initialize') send({ id: message.id, result: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'bundle', version: 'VERSION' } } })
  else if (message.method === 'ping') send({ id: message.id, result: {} })
  else if (message.method === 'tools/list') send({ id: message.id, result: { tools: [{ name: 'report', description: 'What this program was started with', inputSchema: { type: 'object' } }] } })
  else if (message.method === 'tools/call') send({ id: message.id, result: { content: [{ type: 'text', text: JSON.stringify(report()) }] } })
  else send({ id: message.id, error: { code: -32601, message: 'Method not found' } })
}).on('close', () => process.exit(0))
`
export const server = (version = '1.0.0') => file('server/index.mjs', serverSource.replace('VERSION', version))
// One pixel, made once with zlib; enough for an icon.
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export const node = (more = {}) => ({
  type: 'node',
  entry_point: 'server/index.mjs',
  mcp_config: { command: 'node', args: ['${__dirname}/server/index.mjs'], ...more },
})
export const base = (name, more = {}) => ({
  manifest_version: '0.3',
  name,
  version: '1.0.0',
  description: 'A bundle for tests',
  author: { name: 'Ada Example', email: 'ada@example.com', url: 'https://example.com' },
  server: node(),
  tools: [{ name: 'report', description: 'What this program was started with' }],
  license: 'MIT',
  ...more,
})
export const manifestFile = (value, more) =>
  file(
    'manifest.json',
    typeof value === 'string' || Buffer.isBuffer(value) ? value : JSON.stringify(value, null, 2),
    more,
  )
export const simple = (name, more, extra = []) => zip([manifestFile(base(name, more)), server(), ...extra])

export const B = '<BUNDLE>'
export const launch = (platform, settings, command, args, env = {}) => ({ platform, settings, command, args, env })
export const everywhere = (command, args, env = {}, settings = {}) =>
  ['linux', 'darwin', 'win32'].map((platform) => launch(platform, settings, command, args, env))
export const plain = everywhere('node', [`${B}/server/index.mjs`])
export const unlike = process.platform === 'win32' ? 'linux' : 'win32'

export const good = (about, bytes, rest = {}) => ({
  about,
  bytes,
  verdict: 'installs',
  warnings: [],
  escapes: [],
  asks: [],
  launches: plain,
  ...rest,
})
export const refused = (code, about, bytes, rest = {}) => ({
  about,
  bytes,
  verdict: 'refused',
  code,
  warnings: [],
  escapes: [],
  asks: [],
  launches: [],
  ...rest,
})
export const blocked = (code, about, bytes, rest = {}) => ({ ...refused(code, about, bytes, rest), verdict: 'blocked' })
