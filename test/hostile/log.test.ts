import Database from 'better-sqlite3'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { commitment, rowHash, type EventRow } from '../../main/host/journal/chain/chain.ts'
import { genesis } from '../../main/host/journal/chain/chain-check.ts'
import { HeadWriter } from '../../main/host/journal/signing/head-writer.ts'
import { Journal } from '../../main/host/journal/journal.ts'
import { verifyCodeOf, verifyCode } from '../../main/shells/audit/verdict.ts'
import { SecretFile } from '../../main/shells/web/secret-file.ts'
import type { MissingHead } from '../../shared/events/events.ts'
import { check, tamper } from '../host/journal/chain/signing.ts'
import { note } from '../host/journal/support.ts'

const secretFiles = ['secrets.key', 'secrets.enc']
const logFiles = ['journal.db', 'audit.heads.jsonl']

/** A data folder, and someone who can write its files while Atrium is closed or was killed. */
class Folder {
  readonly path = mkdtempSync(path.join(tmpdir(), 'atrium-forged-'))
  readonly copy = mkdtempSync(path.join(tmpdir(), 'atrium-copy-'))

  file = (name: string): string => path.join(this.path, name)

  /** Atrium runs, writes and is closed; or is killed, so nothing after its first signature is signed. */
  async run({ killed = false } = {}): Promise<MissingHead | undefined> {
    const journal = Journal.open(this.path)
    const heads = new HeadWriter({ journal, secrets: new SecretFile(this.path), everyMs: 1_000_000 })
    journal.append({ type: 'host.started', version: '1', shell: 'web' })
    await heads.open()
    const noticed = journal.state.missingHead
    journal.append(note('one'), note('two'), note('three'))
    await journal.durable()
    if (killed) {
      // The disk at a kill: the write-ahead log exists, not yet merged into the database.
      for (const name of ['journal.db', 'journal.db-wal', ...logFiles.slice(1), ...secretFiles])
        copyFileSync(this.file(name), path.join(this.copy, name))
    }
    await heads.close()
    await journal.close()
    if (killed) {
      for (const name of ['journal.db', 'journal.db-wal', ...logFiles.slice(1), ...secretFiles])
        copyFileSync(path.join(this.copy, name), this.file(name))
    }
    return noticed
  }

  save(names: string[]): void {
    for (const name of names) copyFileSync(this.file(name), path.join(this.copy, name))
  }

  restore(names: string[]): void {
    for (const name of names) copyFileSync(path.join(this.copy, name), this.file(name))
  }

  /** Changes a record and rebuilds the chain, as anyone could who can write the file. */
  forge(): void {
    const db = new Database(this.file('journal.db'))
    tamper(db, `UPDATE bodies SET body = replace(body, 'two', '2') WHERE body LIKE '%two%'`)
    let prev = genesis
    const rows = db
      .prepare<[], EventRow & { salt: string; body: string }>(
        'SELECT * FROM events JOIN bodies USING (seq) ORDER BY seq',
      )
      .all()
    const update = db.prepare('UPDATE events SET prev = ?, hash = ?, body_commit = ? WHERE seq = ?')
    for (const row of rows) {
      const body_commit = commitment(row.salt, row.body)
      const hash = rowHash({ ...row, prev, body_commit })
      update.run(prev, hash, body_commit, row.seq)
      prev = hash
    }
    db.close()
  }

  /** Removes the last heads, or all of them. */
  cutHeads(left = 0): void {
    const lines = readFileSync(this.file('audit.heads.jsonl'), 'utf8').split('\n')
    writeFileSync(
      this.file('audit.heads.jsonl'),
      lines
        .slice(0, left)
        .map((line) => `${line}\n`)
        .join(''),
    )
  }

  remove(...names: string[]): void {
    for (const name of names) rmSync(this.file(name), { force: true })
  }

  /** The command line's exit code; 1 if there is no log. */
  verify(): number {
    if (!existsSync(this.file('journal.db'))) return verifyCode.failed
    return verifyCodeOf(check(this.file('journal.db'), undefined, this.#reader()))
  }

  #reader(): Database.Database {
    return new Database(this.file('journal.db'), { readonly: !existsSync(this.file('journal.db-wal')) })
  }

  close(): void {
    for (const directory of [this.path, this.copy]) rmSync(directory, { recursive: true, force: true })
  }
}

type Attack = {
  what: string
  /** Atrium's earlier runs; two closed ones by default. */
  before?: (folder: Folder) => Promise<unknown>
  attack: (folder: Folder) => void
  /** The gap that the next start notices; undefined if the files and the secret store agree. */
  noticed: MissingHead['what'] | undefined
  /** The exit code of `verify` after that run: 0 means intact and signed. */
  code: number
}

const twice = async (folder: Folder): Promise<void> => {
  await folder.run()
  await folder.run()
}

/** Saves these files between two runs. */
const saved = (names: string[]) => async (folder: Folder) => {
  await folder.run()
  folder.save(names)
  await folder.run()
}

const attacks: Attack[] = [
  { what: 'nothing was done', attack: () => {}, noticed: undefined, code: 0 },
  { what: 'a record is changed, and the chain is rebuilt', attack: (it) => it.forge(), noticed: 'record', code: 2 },
  {
    what: 'a record is changed, the chain is rebuilt, and all heads are deleted',
    attack: (it) => {
      it.forge()
      it.remove('audit.heads.jsonl')
    },
    noticed: 'record',
    code: 5,
  },
  { what: 'all heads are deleted', attack: (it) => it.remove('audit.heads.jsonl'), noticed: 'head', code: 5 },
  { what: 'the file of heads is emptied', attack: (it) => it.cutHeads(), noticed: 'head', code: 5 },
  { what: 'the last heads are cut', attack: (it) => it.cutHeads(1), noticed: 'head', code: 5 },
  {
    what: 'the database is replaced by an older one',
    before: saved(['journal.db']),
    attack: (it) => it.restore(['journal.db']),
    noticed: 'record',
    code: 2,
  },
  {
    what: 'database and heads are replaced by older ones',
    before: saved(logFiles),
    attack: (it) => it.restore(logFiles),
    noticed: 'record',
    code: 5,
  },
  {
    what: 'database and heads are deleted',
    attack: (it) => it.remove(...logFiles),
    noticed: 'record',
    code: 5,
  },
  {
    what: 'the write-ahead log of the first minute is deleted, after a kill',
    before: (it) => it.run({ killed: true }),
    attack: (it) => it.remove('journal.db-wal', 'journal.db-shm'),
    noticed: 'record',
    code: 2,
  },
  {
    what: 'the write-ahead log of the first minute and all heads are deleted, after a kill',
    before: (it) => it.run({ killed: true }),
    attack: (it) => it.remove('journal.db-wal', 'journal.db-shm', 'audit.heads.jsonl'),
    noticed: 'record',
    code: 5,
  },
  {
    what: 'records after the last signature are changed, after a kill (not noticed)',
    before: (it) => it.run({ killed: true }),
    attack: (it) => it.forge(),
    noticed: undefined,
    code: 0,
  },
  {
    what: 'database, heads and secrets are replaced by older ones (not noticed)',
    before: saved([...logFiles, ...secretFiles]),
    attack: (it) => it.restore([...logFiles, ...secretFiles]),
    noticed: undefined,
    code: 0,
  },
  {
    what: 'database, heads and secrets are deleted (not noticed: a first start)',
    attack: (it) => it.remove(...logFiles, ...secretFiles),
    noticed: undefined,
    code: 0,
  },
]

const lines: string[] = []
afterAll(() => void process.stdout.write(`\n${lines.join('\n')}\n`))

test.each(attacks)('[LOG-16] notices at the next start as much as it can when $what', async (it) => {
  const folder = new Folder()
  try {
    await (it.before ?? twice)(folder)
    it.attack(folder)
    const early = folder.verify()
    const found = await folder.run()
    const noticed = found?.what
    lines.push(`${it.what}: verify ${early}; the next start: ${noticed ?? 'nothing'}; verify ${folder.verify()}`)
    expect({ noticed, code: folder.verify() }).toEqual({ noticed: it.noticed, code: it.code })
    // A finding isn't signed away by later runs.
    await folder.run()
    expect(folder.verify()).toBe(it.code)
  } finally {
    folder.close()
  }
})
