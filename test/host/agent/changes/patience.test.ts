import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CallFiles } from '../../../../main/host/agent/changes/call-files.ts'
import { Journal } from '../../../../main/host/journal/journal.ts'
import { Redaction } from '../../../../main/host/secrets/redaction.ts'
import { stdioConfig } from '../../../../shared/config/server-config.ts'

test('[CHG-1] shows a file that was read while the process stood still for longer than Atrium waits', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'atrium-'))
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'atrium-given-')))
  const journal = Journal.open(directory)
  onTestFinished(async () => {
    await journal.close()
    for (const each of [directory, folder]) rmSync(each, { recursive: true, force: true })
  })
  const files = stdioConfig.parse({ command: 'files', roots: [folder] })
  journal.append({ type: 'configured', file: 'servers', before: {}, after: { files }, actor: 'test' })
  const file = path.join(folder, 'note.md')
  writeFileSync(file, 'one\n')
  const input = { path: file, content: 'two\n' }
  const definition = { inputSchema: { type: 'object', properties: { path: { type: 'string' } } } }
  const naming = { server: 'files', tool: 'write_file', definition, input, onlyReads: false }
  const looked = new CallFiles({ journal, redaction: new Redaction() }).look(naming)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1100)
  expect((await looked).files()).toMatchObject([{ path: file, found: { state: 'text', lines: 1 } }])
})
