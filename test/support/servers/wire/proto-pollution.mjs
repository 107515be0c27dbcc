// Names that mean something to JavaScript, wherever a name can stand. A safe host's objects stay as they were, and what
// is sent stays data: nothing is called, and nothing is waited for.
import { rawWrite, serve } from '../lib.mjs'

const poison = '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"then":"x","toJSON":"x"'
const names = ['constructor', 'then', 'toJSON', 'toString', 'hasOwnProperty', 'valueOf']
const tool = (name) =>
  `{"name":"${name}",${poison},"inputSchema":{"type":"object","properties":{${poison}},${poison}},` +
  `"outputSchema":{"type":"object","required":["__proto__","constructor"],"properties":{${poison}}},"annotations":{${poison}}}`
const isModern = ({ params }) => params?._meta?.['io.modelcontextprotocol/protocolVersion'] !== undefined
const answer = (message, members) => {
  const kind = isModern(message) ? '"resultType":"complete","ttlMs":0,"cacheScope":"private",' : ''
  rawWrite(`{"jsonrpc":"2.0","id":${JSON.stringify(message.id)},${poison},"result":{${kind}${poison},${members}}}\n`)
}
const about = '"serverInfo":{"name":"proto-pollution","version":"1"}'
const capabilities = `"capabilities":{"tools":{"listChanged":true},${poison}}`

serve({
  name: 'proto-pollution',
  handlers: {
    initialize: (message) => answer(message, `"protocolVersion":"2025-11-25",${capabilities},${about}`),
    ...(process.env.MCP_ERA === 'modern' && {
      'server/discover': (message) => answer(message, `"supportedVersions":["2026-07-28"],${capabilities}`),
    }),
    'tools/list': (message) => answer(message, `"tools":[${['__proto__', ...names, 'error'].map(tool).join()}]`),
    'tools/call': (message) => {
      rawWrite(`{"jsonrpc":"2.0","method":"__proto__","params":{${poison}}}\n`)
      rawWrite(`{"jsonrpc":"2.0","method":"constructor","params":{${poison}}}\n`)
      rawWrite(
        `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"__proto__","progress":1,${poison}}}\n`,
      )
      if (message.params.name === 'error')
        return rawWrite(
          `{"jsonrpc":"2.0","id":${message.id},"error":{"code":-32000,"message":"no","data":{${poison}},${poison}}}\n`,
        )
      return answer(
        message,
        `"content":[{"type":"text","text":"done",${poison}},{"type":"__proto__",${poison}}],"structuredContent":{${poison}}`,
      )
    },
  },
})
