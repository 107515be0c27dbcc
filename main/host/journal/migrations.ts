import type { Database } from 'better-sqlite3'

/** One step from the previous schema to the next. `name` says its single purpose. */
type Migration = { name: string; up: (db: Database) => void }

const sql =
  (text: string): Migration['up'] =>
  (db) =>
    void db.exec(text)

/** A step that changed tables which have a file of their own now: views, and the reports of servers. */
const elsewhere: Migration['up'] = () => undefined

/** Since this step, views and reports have files of their own. */
const apart: Migration = {
  name: 'the log apart from what is computed from it, and from what servers report',
  up: sql(`
    DROP INDEX IF EXISTS events_of_conversation;
    DROP INDEX IF EXISTS events_of_type;
    DROP INDEX IF EXISTS events_of_server;
    DROP INDEX IF EXISTS events_of_tool;
    DROP INDEX IF EXISTS events_of_outcome;
    DROP TABLE IF EXISTS blob_refs;
    DROP TABLE IF EXISTS conversations;
    DROP TABLE IF EXISTS calls;
    DROP TABLE IF EXISTS tool_figures;
    DROP TABLE IF EXISTS server_figures;
    DROP TABLE IF EXISTS search;
    DROP TABLE IF EXISTS search_upto;
    DROP TABLE IF EXISTS said;
    DROP TABLE IF EXISTS said_upto;
    DROP TABLE IF EXISTS server_log;
    DROP TABLE IF EXISTS frames;
    DROP TABLE IF EXISTS traffic;
    CREATE INDEX events_of_keys ON events (seq) WHERE type = 'log.key';
    CREATE INDEX events_of_renames ON events (seq) WHERE type = 'server.renamed';
  `),
}

/**
 * In order; a step's number is its position, counted from 1, and the database's `user_version` after it. Steps are only
 * ever appended.
 */
export const migrations: Migration[] = [
  {
    name: 'events, numbered without a gap and append-only',
    up: sql(`
      CREATE TABLE events (
        seq INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,
        version INTEGER NOT NULL,
        type TEXT NOT NULL,
        actor TEXT,
        conversation TEXT,
        turn TEXT,
        call TEXT,
        server TEXT,
        tool TEXT,
        era TEXT,
        definition TEXT,
        decision TEXT,
        outcome TEXT,
        args_commit TEXT,
        took INTEGER,
        body_commit TEXT NOT NULL,
        prev TEXT NOT NULL,
        hash TEXT NOT NULL
      ) STRICT;
      CREATE INDEX events_of_conversation ON events (conversation, seq) WHERE conversation IS NOT NULL;
      CREATE TRIGGER events_append BEFORE INSERT ON events
        WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM events)
        BEGIN SELECT RAISE(ABORT, 'events are numbered without a gap'); END;
      CREATE TRIGGER events_no_update BEFORE UPDATE ON events
        BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
      CREATE TRIGGER events_no_delete BEFORE DELETE ON events
        BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
    `),
  },
  {
    name: 'bodies, which can be erased and never changed',
    up: sql(`
      CREATE TABLE bodies (
        seq INTEGER PRIMARY KEY REFERENCES events (seq),
        salt TEXT NOT NULL,
        body TEXT NOT NULL
      ) STRICT;
      CREATE TRIGGER bodies_no_update BEFORE UPDATE ON bodies
        BEGIN SELECT RAISE(ABORT, 'a body is never changed'); END;
    `),
  },
  {
    name: 'blobs by hash, and which bodies need them',
    up: sql(`
      CREATE TABLE blobs (hash TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
      CREATE TRIGGER blobs_no_update BEFORE UPDATE ON blobs
        BEGIN SELECT RAISE(ABORT, 'a blob is never changed'); END;
      CREATE TABLE blob_refs (
        blob TEXT NOT NULL,
        seq INTEGER NOT NULL REFERENCES bodies (seq) ON DELETE CASCADE,
        PRIMARY KEY (blob, seq)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX blob_refs_of_event ON blob_refs (seq);
    `),
  },
  {
    name: 'checkpoints of the state',
    up: sql(`
      CREATE TABLE checkpoints (
        seq INTEGER PRIMARY KEY,
        version INTEGER NOT NULL,
        state TEXT NOT NULL
      ) STRICT;
    `),
  },
  { name: 'the list of conversations', up: elsewhere },
  {
    name: 'the audit by what it can be narrowed to',
    up: elsewhere,
  },
  { name: 'how the last turn of a conversation ended', up: elsewhere },
  { name: 'the words of events', up: elsewhere },
  {
    name: 'a clock that nobody can set, beside the time of day',
    up: sql('ALTER TABLE events ADD COLUMN mono INTEGER'),
  },
  { name: 'what servers report, beside the events and outside their chain', up: elsewhere },
  { name: 'the list of calls', up: elsewhere },
  { name: 'the beginnings of the words of events', up: elsewhere },
  { name: 'the figures of servers and their tools', up: elsewhere },
  { name: 'how much went to servers and came from them', up: elsewhere },
  { name: 'what was said, called and returned', up: elsewhere },
  { name: 'starred and archived conversations', up: elsewhere },
  { name: 'the projects of conversations', up: elsewhere },
  { name: 'how far the words of events are indexed', up: elsewhere },
  { name: 'what models wrote, as people read it', up: elsewhere },
  { name: 'long texts up to the cut of what is read of them', up: elsewhere },
  apart,
]

/** The number of the step since which views and reports have files of their own. */
export const apartSince = 1 + migrations.indexOf(apart)

/** The number of the last migration that this database has; 0 before the first. */
export const versionOf = (db: Database): number => Number(db.pragma('user_version', { simple: true }))

/** Brings a database to the last step, each step in its own transaction. A failed step leaves the previous version. */
export function migrate(db: Database, steps: Migration[] = migrations): void {
  steps.slice(versionOf(db)).forEach(({ up }) => {
    db.transaction(() => {
      up(db)
      db.pragma(`user_version = ${versionOf(db) + 1}`)
    }).immediate()
  })
}
