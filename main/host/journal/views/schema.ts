import { createSearch } from '../search/search.ts'
import { createSpoken } from '../search/spoken/spoken-index.ts'

/**
 * The number of the views' shape. A change of their tables, of a projection or of an index's text raises it: views with
 * another number are thrown away, and the next ones read the whole log.
 */
export const viewsVersion = 2

/** The views' tables. `events` has the log's columns without its hashes' inputs, with an index for each filter. */
export const viewsSchema = `
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
    definition TEXT,
    decision TEXT,
    outcome TEXT,
    took INTEGER,
    hash TEXT NOT NULL
  ) STRICT;
  CREATE INDEX events_of_conversation ON events (conversation, seq) WHERE conversation IS NOT NULL;
  CREATE INDEX events_of_type ON events (type);
  CREATE INDEX events_of_server ON events (server) WHERE server IS NOT NULL;
  CREATE INDEX events_of_tool ON events (tool) WHERE tool IS NOT NULL;
  CREATE INDEX events_of_server_tool ON events (server, tool) WHERE tool IS NOT NULL;
  CREATE INDEX events_of_outcome ON events (outcome) WHERE outcome IS NOT NULL;
  CREATE TABLE blob_refs (blob TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (blob, seq)) STRICT, WITHOUT ROWID;
  CREATE INDEX blob_refs_of_event ON blob_refs (seq);
  CREATE TABLE conversations (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    active_at INTEGER NOT NULL,
    last_end TEXT,
    deleted_at INTEGER,
    starred INTEGER NOT NULL DEFAULT 0,
    archived INTEGER NOT NULL DEFAULT 0,
    project TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX conversations_by_activity ON conversations (active_at, id) WHERE deleted_at IS NULL;
  CREATE INDEX conversations_by_project ON conversations (project, active_at) WHERE project IS NOT NULL;
  CREATE TABLE calls (
    seq INTEGER PRIMARY KEY,
    call TEXT NOT NULL,
    conversation TEXT NOT NULL,
    turn TEXT NOT NULL,
    at INTEGER NOT NULL,
    server TEXT,
    tool TEXT NOT NULL,
    definition TEXT,
    own INTEGER NOT NULL,
    reads INTEGER NOT NULL,
    changed INTEGER NOT NULL DEFAULT 0,
    remote INTEGER NOT NULL DEFAULT 0,
    asked_at INTEGER,
    decider TEXT,
    decided_at INTEGER,
    cleared INTEGER,
    started_at INTEGER,
    finished INTEGER,
    finished_at INTEGER,
    outcome TEXT
  ) STRICT;
  CREATE INDEX calls_by_id ON calls (call);
  CREATE INDEX calls_of_time ON calls (at);
  CREATE INDEX calls_of_tool ON calls (server, tool);
  CREATE INDEX calls_of_outcome ON calls (outcome);
  CREATE INDEX calls_of_decider ON calls (decider);
  CREATE INDEX calls_of_conversation ON calls (conversation);
  CREATE INDEX calls_changing ON calls (changed) WHERE changed = 1;
  CREATE INDEX calls_leaving ON calls (remote) WHERE remote = 1;
  CREATE TABLE tool_figures (
    server TEXT NOT NULL,
    tool TEXT NOT NULL,
    at INTEGER NOT NULL,
    calls INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    taken TEXT NOT NULL,
    PRIMARY KEY (server, tool)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE server_figures (
    server TEXT PRIMARY KEY,
    since INTEGER NOT NULL,
    starts INTEGER NOT NULL,
    failures INTEGER NOT NULL,
    restarts INTEGER NOT NULL,
    failed_at INTEGER,
    last TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  ${createSearch}
  ${createSpoken}
`
