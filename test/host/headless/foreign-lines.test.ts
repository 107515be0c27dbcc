import { describe, expect, test } from 'vitest'
import { personAt } from '../../../main/shells/headless/person.ts'
import type { Ask } from '../../../shared/asks/asks.ts'
import type { HostLink } from '../../../shared/contract/commands.ts'
import { emptyState } from '../../../shared/state/state.ts'
import { terminalWords as words } from '../../../main/shells/headless/words.ts'
import { terminal } from './person.ts'

/** Sentences of Atrium's on lines of their own, after each kind of line end. */
const forged = ['', words.approval.arguments, `${words.approval.run} [y/N]`, words.approval.claims.onlyReads('files')]
const lineEnds = ['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029']
const foreign = lineEnds.map((end) => `Reads files.${forged.join(end)}`).join('\n')

const launch = {
  command: 'node',
  args: [foreign],
  path: foreign,
  sha256: 'a'.repeat(64),
  cwd: foreign,
  environment: [{ name: foreign, from: 'configuration' }],
}
const address = { url: foreign, headers: { [foreign]: foreign } }
const claims = { readOnly: false, destructive: true, idempotent: false, openWorld: true }
const content = [{ type: 'text', text: foreign }]
const field = { type: 'string', title: foreign, description: foreign, default: foreign, minLength: 1 }
const choice = { type: 'string', title: foreign, oneOf: [{ const: foreign, title: foreign }] }
const schema = { type: 'object', properties: { a: field, b: choice } }

const questions: Record<string, object> = {
  approval: {
    server: 'files',
    tool: foreign,
    description: foreign,
    claims,
    arguments: { [foreign]: foreign },
    flows: [{ at: `/${foreign}`, source: { kind: 'result', server: foreign } }],
    filled: [`/${foreign}`],
  },
  trust: { server: 'files', launch, before: { ...launch, args: [`${foreign}2`] } },
  address: { server: 'files', address, before: { ...address, url: `${foreign}2` } },
  definitions: { server: 'files', items: [{ item: foreign, hash: 'h', before: 'g', suspicions: ['look-alike'] }] },
  form: { server: 'files', message: foreign, schema, secrets: ['a'] },
  url: { server: 'files', message: foreign, url: foreign },
  visit: { server: 'files', url: foreign },
  sampling: {
    server: 'files',
    system: foreign,
    messages: [{ role: 'user', content }],
    maxTokens: 5,
    choice: { endpoint: 'e', model: foreign },
    tools: [{ name: foreign }],
    problem: undefined,
  },
  review: { server: 'files', model: foreign, content },
  'sign-in': {
    server: 'files',
    resource: foreign,
    issuer: foreign,
    scopes: [foreign],
    because: 'more',
    handover: { page: foreign, receiver: foreign },
    enteredFor: foreign,
  },
  'sign-in-page': { url: foreign },
}

const link = {
  call: async () => ({ definition: { description: foreign } }),
  subscribe: (listen: (message: object) => void) => {
    listen({ snapshot: emptyState })
    return () => {}
  },
}

describe('a question at the terminal', () => {
  test.each(Object.keys(questions))('[CLI-34] marks each line of a third party’s text: %s', async (kind) => {
    const answers = Array.from({ length: 6 }, (): [RegExp, string] => [/(\[y\/N\]|Your answer[^]*:) $/, 'y'])
    const { console, printed } = terminal(answers)
    const signal = AbortSignal.timeout(3000)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a link with what these questions ask it
    const asked = personAt(console)({ kind, question: questions[kind] } as Ask, signal, link as unknown as HostLink)
    await asked.catch(() => undefined)
    const lines = printed.stderr.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    const theirs = lines.filter((line) => line.startsWith('s| '))
    expect(theirs.length).toBeGreaterThan(0)
    const own = lines.filter((line) => forged.some((it) => it !== '' && line.startsWith(it)))
    expect(own).toEqual(kind === 'approval' ? [words.approval.arguments, `${words.approval.run} [y/N] `] : [])
    expect(theirs.some((line) => line.includes(words.approval.run))).toBe(true)
  })
})
