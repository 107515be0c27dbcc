import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openLog } from '../../../main/shells/audit/open-log.ts'
import { note, openJournal, temporaryDirectory } from '../journal/support.ts'
import { signing } from '../journal/chain/signing.ts'

/** The built command, as `npm run audit` runs it. */
const program = fileURLToPath(new URL('../../../out/main/audit.js', import.meta.url))

/** Root obeys a folder's mode only without this capability. */
const obeying = process.getuid?.() === 0 ? ['setpriv', '--bounding-set', '-dac_override', '--'] : []

/** Runs the command as an account with restricted write access; `left` is what it leaves in its temporary folder. */
function audit(...args: string[]): { code: number | null; out: string; problem: string; left: string[] } {
  const temporary = temporaryDirectory()
  const [command = '', ...rest] = [...obeying, process.execPath, program, ...args]
  const { status, stdout, stderr } = spawnSync(command, rest, {
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: temporary },
  })
  return { code: status, out: stdout, problem: stderr, left: readdirSync(temporary) }
}

/** A signed log that is partly in the write-ahead log, copied to `target`; or a checkpointed one without it. */
async function copied(target: string, { closed = false } = {}): Promise<{ records: number }> {
  const journal = openJournal()
  const writer = signing(journal)
  await writer.open()
  journal.append(note('one'), note('two'))
  await journal.durable()
  await writer.sign()
  if (closed) await journal.close()
  const names = ['journal.db', 'audit.heads.jsonl', ...(closed ? [] : ['journal.db-wal'])]
  for (const name of names) copyFileSync(path.join(path.dirname(journal.file), name), path.join(target, name))
  return { records: journal.seq }
}

/** A folder's content, byte for byte. */
const contentOf = (directory: string): string[] =>
  readdirSync(directory).map((name) => `${name} ${readFileSync(path.join(directory, name)).toString('base64')}`)

/** Makes a folder read-only, like read-only media. */
function lock(directory: string): void {
  for (const name of readdirSync(directory)) chmodSync(path.join(directory, name), 0o444)
  chmodSync(directory, 0o555)
  onTestFinished(() => chmodSync(directory, 0o755))
}

describe('a log in a read-only folder', () => {
  test.each([
    ['closed normally', true],
    ['left by a crash, with its last records in the write-ahead log', false],
  ])('[LOG-18] can be verified, exported and shown when %s', async (_what, closed) => {
    const directory = temporaryDirectory()
    const { records } = await copied(directory, { closed })
    lock(directory)
    const before = contentOf(directory)
    const where = ['--data-dir', directory]
    const verified = audit('verify', ...where)
    expect(verified).toMatchObject({ code: 0, problem: '', left: [] })
    expect(verified.out).toContain(`The log is intact: ${records} records, signed up to record ${records} on`)
    const exported = audit('export', ...where)
    expect(exported).toMatchObject({ code: 0, problem: '', left: [] })
    expect(exported.out).toContain('{"head":')
    expect(audit('show', `${records}`, ...where)).toMatchObject({
      code: 0,
      out: expect.stringContaining('two'),
      left: [],
    })
    expect(contentOf(directory)).toEqual(before)
  })

  test('[LOG-18] is read from a private copy, which is gone after closing', async () => {
    // A name so long that SQLite can create nothing next to the database, under any account.
    const directory = path.join(temporaryDirectory(), ...['a', 'b', 'c'].map((name) => name.repeat(200)))
    mkdirSync(directory, { recursive: true })
    const { records } = await copied(directory)
    const { db, heads, close } = openLog(path.join(directory, 'journal.db'))
    expect(db.prepare('SELECT count(*) FROM events').pluck().get()).toBe(records)
    expect(heads.heads.at(-1)?.seq).toBe(records)
    const copy = path.dirname(db.name)
    const mode = statSync(copy, { throwIfNoEntry: false })?.mode ?? 0o700
    expect(mode & 0o077).toBe(0)
    close()
    expect(statSync(copy, { throwIfNoEntry: false })).toBeUndefined()
    expect(readdirSync(directory).toSorted()).toEqual(['audit.heads.jsonl', 'journal.db', 'journal.db-wal'])
  })
})
