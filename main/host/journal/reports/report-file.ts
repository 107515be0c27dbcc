import Database from 'better-sqlite3'
import { makePrivate, prepareReplaceable } from '../database/database.ts'

/** Opens or creates the rings of servers' reports; in memory for `:memory:`. */
export function openReports(file: string): Database.Database {
  if (file !== ':memory:') makePrivate(file)
  const db = new Database(file)
  try {
    prepareReplaceable(db)
    if (db.pragma('user_version', { simple: true }) === 0) db.transaction(() => create(db))()
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function create(db: Database.Database): void {
  db.exec(`
    CREATE TABLE server_log (
      id INTEGER PRIMARY KEY,
      server TEXT NOT NULL,
      at INTEGER NOT NULL,
      source TEXT NOT NULL,
      level TEXT,
      logger TEXT,
      text TEXT NOT NULL
    ) STRICT;
    CREATE INDEX log_of_server ON server_log (server, id);
    CREATE TABLE frames (
      id INTEGER PRIMARY KEY,
      server TEXT NOT NULL,
      at INTEGER NOT NULL,
      direction TEXT NOT NULL,
      kind TEXT NOT NULL,
      rpc TEXT,
      method TEXT,
      detail TEXT,
      about INTEGER,
      took INTEGER,
      bytes INTEGER NOT NULL,
      text TEXT NOT NULL,
      cut INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX frames_of_server ON frames (server, id);
    CREATE INDEX frames_about ON frames (about) WHERE about IS NOT NULL;
    CREATE TABLE traffic (
      server TEXT NOT NULL,
      direction TEXT NOT NULL,
      since INTEGER NOT NULL,
      messages INTEGER NOT NULL,
      bytes INTEGER NOT NULL,
      PRIMARY KEY (server, direction)
    ) STRICT, WITHOUT ROWID;
    PRAGMA user_version = 1;
  `)
}
