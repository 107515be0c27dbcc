// A server whose tool returns whole results as they were written.
//   RESULTS_FILE=<file>: a JSON list of results; `read` returns the one at `at`
import { readFileSync } from 'node:fs'
import { anything, env, serve } from '../lib.mjs'

serve({
  name: 'written',
  tools: [
    { name: 'read', description: 'Returns a result.', inputSchema: anything, annotations: { readOnlyHint: true } },
  ],
  call: (_name, { at }) => JSON.parse(readFileSync(env('RESULTS_FILE', ''), 'utf8'))[at],
})
