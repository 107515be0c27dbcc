import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { FlowsOf } from '../../main/host/agent/clearance.ts'
import { runCall } from '../../main/host/agent/tool-call.ts'
import { Inbox } from '../../main/host/inbox.ts'
import { Journal } from '../../main/host/journal/journal.ts'
import { Servers } from '../../main/host/mcp/servers.ts'
import { Tracer } from '../../main/host/agent/flows/tracer.ts'
import { Redaction } from '../../main/host/secrets/redaction.ts'
import { CallFiles } from '../../main/host/agent/changes/call-files.ts'
import { Validator } from '../../main/host/validation/validator.ts'
import { serverConfig } from '../../shared/config/server-config.ts'
import { official } from '../support/atrium.ts'
import { MemorySecrets } from '../support/memory-secrets.ts'
import { trustAll } from '../support/trusting.ts'
import { compare, inFull, microseconds, microsecondsAbreast, type Row } from './measure.ts'

const id = 'everything'
const message = 'x'.repeat(1024)

/** A call's whole path – checked, cleared by a rule, logged before and after – next to the client library alone. */
export async function callRows(): Promise<Row[]> {
  const bare = await openBare()
  const ours = await openOurs()
  try {
    return [
      await compare(
        'one call of 1 KB',
        'µs',
        () => microseconds(inFull(200, 5), ours.call),
        () => microseconds(inFull(200, 5), bare.call),
      ),
      await compare(
        '32 calls in flight, each',
        'µs',
        () => microsecondsAbreast(inFull(640, 32), 32, ours.call),
        () => microsecondsAbreast(inFull(640, 32), 32, bare.call),
      ),
    ]
  } finally {
    await bare.close()
    await ours.close()
  }
}

async function openBare() {
  const { command, args = [] } = official('everything')
  const client = new Client({ name: 'bench', version: '0' }, { capabilities: {} })
  await client.connect(new StdioClientTransport({ command, args, stderr: 'ignore' }))
  return { call: () => client.callTool({ name: 'echo', arguments: { message } }), close: () => client.close() }
}

async function openOurs() {
  const directory = mkdtempSync(path.join(tmpdir(), 'atrium-bench-'))
  const journal = Journal.open(directory)
  const validator = new Validator()
  const secrets = new MemorySecrets()
  const inbox = new Inbox(journal)
  trustAll(journal, inbox)
  const leaveOff = () => undefined
  const servers = new Servers({ journal, inbox, leaveOff, secrets, validator, dataDirectory: directory })
  const configs = { [id]: serverConfig.parse(official('everything')) }
  // An unconfigured server has no pins, and so nothing that can be used.
  journal.append({ type: 'configured', file: 'servers', before: {}, after: configs, actor: 'bench' })
  servers.apply(configs)
  while (servers.get(id)?.status.state !== 'ready') await new Promise((resolve) => setTimeout(resolve, 20))
  const conversation = 'bench'
  const definition = servers.get(id)?.definition('echo')?.hash ?? ''
  journal.append({
    type: 'rule.added',
    rule: {
      id: 'rule',
      effect: 'allow',
      scope: { conversation },
      server: id,
      tool: 'echo',
      definition,
      conditions: [],
      destructive: true,
      flows: false,
      actor: 'bench',
    },
  })
  const tracer = new Tracer(journal)
  const flows: FlowsOf = (operation) => tracer.trace(operation)
  const files = new CallFiles({ journal, redaction: new Redaction() })
  const deps = { journal, servers, validator, inbox, flows, files }
  const { signal } = new AbortController()
  let made = 0
  const call = async (): Promise<void> => {
    const request = { conversation, turn: 'turn', call: `call-${++made}`, server: id, tool: 'echo' }
    const { outcome } = await runCall({ ...request, arguments: { input: { message } } }, deps, signal)
    if (outcome.status !== 'succeeded') throw new Error(`The call ended as ${outcome.status}.`)
  }
  const close = async (): Promise<void> => {
    await servers.close()
    await validator.close()
    await tracer.close()
    await journal.close()
    rmSync(directory, { recursive: true })
  }
  return { call, close }
}
