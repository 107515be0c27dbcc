// Answers each tool with the result that it was given for it.
//   RESULTS=<results by tool, as JSON>
import { anything, env, serve } from './lib.mjs'

const results = JSON.parse(env('RESULTS', '{}'))

serve({
  name: 'told',
  tools: Object.keys(results).map((name) => ({ name, inputSchema: anything })),
  call: (name) => results[name],
})
