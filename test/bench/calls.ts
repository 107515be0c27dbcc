import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { FlowsOf } from '../../main/host/agent/clearance.ts'
import { runCall } from '../../main/host/agent/tool-call.ts'
import { Inbox } from '../../main/host/inbox.ts'
import { Journal } from '../../main/host/journal/journal.ts'
import { Servers } from '../../main/host/mcp/server/servers.ts'
import { Tracer } from '../../main/host/agent/flows/tracer.ts'
import { Redaction } from '../../main/host/secrets/redaction.ts'
import { CallFiles } from '../../main/host/agent/changes/call-files.ts'
import { Validator } from '../../main/host/validation/validator.ts'
import { serverConfig } from '../../shared/config/server-config.ts'
import { official } from '../support/atrium.ts'
import { MemorySecrets } from '../support/memory-secrets.ts'
import { trustAll } from '../support/trusting.ts'
import { compare, inFull, microseconds, microsecondsAbreast, type Row, withTarget } from './measure.ts'

const id = 'everything'
const message = 'x'.repeat(1024)

/** Bytes of the records that a call of 1 KB leaves: the message twice, and what is around it. */
const recorded = 4096

/** A call's whole path – checked, cleared by a rule, logged before and after – next to the client library alone. */
export async function callRows(): Promise<Row[]> {
  const bare = await openBare()
  const ours = await openOurs()
  const file = openSync(path.join(tmpdir(), `atrium-floor-${process.pid}`), 'w')
  const block = Buffer.alloc(recorded, 1)
  const written = async (): Promise<void> => {
    writeSync(file, block)
    fdatasyncSync(file)
    await bare.call()
  }
  const many = inFull(100, 5)
  const abreast = inFull(320, 32)
  try {
    return [
      await withTarget(
        compare(
          'one call of 1 KB',
          'µs',
          () => microseconds(many, ours.call),
          () => microseconds(many, written),
        ),
        { beside: 'bare client, and one fdatasync of the same bytes', most: 1.3 },
      ),
      await withTarget(
        compare(
          'one call of 1 KB, next to no record at all',
          'µs',
          () => microseconds(many, ours.call),
          () => microseconds(many, bare.call),
        ),
        { beside: 'bare client' },
      ),
      await withTarget(
        compare(
          '32 calls in flight, each',
          'µs',
          () => microsecondsAbreast(abreast, 32, ours.call),
          () => microsecondsAbreast(abreast, 32, bare.call),
        ),
        { beside: 'bare client', most: 3 },
      ),
    ]
  } finally {
    closeSync(file)
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
  const tracer = new Tracer(journal)
  const validator = new Validator()
  const secrets = new MemorySecrets()
  const inbox = new Inbox(journal)
  trustAll(journal, inbox)
  const leaveOff = () => undefined
  const servers = new Servers({ journal, inbox, leaveOff, secrets, validator, dataDirectory: directory })
  const configs = { [id]: serverConfig.parse(official('everything')) }
  // A server that isn't configured has no pins, so nothing it offers can be used.
  journal.append({ type: 'configured', file: 'servers', before: {}, after: configs, actor: 'bench' })
  servers.apply(configs)
  while (servers.get(id)?.status.state !== 'ready') await new Promise((resolve) => setTimeout(resolve, 20))
  const conversation = 'bench'
  journal.append({ type: 'conversation.created', conversation, title: 'Bench', actor: 'bench' })
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
  const flows: FlowsOf = (operation) => tracer.trace(operation)
  const files = new CallFiles({ journal, redaction: new Redaction() })
  const deps = { journal, servers, validator, inbox, flows, files }
  const { signal } = new AbortController()
  let made = 0
  const call = async (): Promise<void> => {
    const of = { conversation, turn: 'turn', call: `call-${++made}`, server: id, tool: 'echo' }
    const input = { message }
    const asked = { ...of, message: 'm', modelCall: of.call, definition, arguments: journal.keep(input) }
    journal.append({ type: 'call.requested', ...asked })
    const { outcome } = await runCall({ ...of, arguments: { input } }, deps, signal)
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
