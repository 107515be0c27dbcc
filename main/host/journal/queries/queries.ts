import type { Database } from 'better-sqlite3'
import type { AsOf, CommandName, Parsed, Result } from '../../../../shared/contract/commands.ts'
import { suggestRules } from '../rules/suggestions.ts'
import { tryRules } from '../rules/trial.ts'
import { getFrame, listFrames, listLog } from '../reports/report-queries.ts'
import { auditPage } from '../search/audit-page.ts'
import { countCalls } from '../search/call-page.ts'
import { searchSpoken } from '../search/spoken/search-spoken.ts'
import { findPlaces } from '../search/spoken/spoken-places.ts'
import { readCall, readCalls } from './calls.ts'
import { readConfigurations } from './configurations.ts'
import type { QueryConnection } from './connection.ts'
import { readConversationList } from './conversation-list.ts'
import { assertConversation, readConversation } from './conversation.ts'
import { importedBefore } from './imported.ts'
import { readLedger } from './ledger.ts'
import { readPassportFacts } from './passport-facts.ts'
import { readBlob, readLogRecord } from './records.ts'
import { readRunningServers } from './running-servers.ts'
import { readRuleUses } from './rule-uses.ts'
import { readCounts, readFigures, readHistory } from './server-times.ts'
import { checkLog, checkProgress, databaseCondition, exportLog, measureExport, newestRecord } from './whole-log.ts'
import { isObject } from '../../../../shared/schema/json.ts'

/** Whether a query looks for words, so their index has to be up to date. */
const looksForWords = (input: unknown): boolean => isObject(input) && typeof input['text'] === 'string'

/** A query as of one moment; its result has the last event at that moment. */
const asOf =
  <Input, Found extends object>(read: (db: Database, input: Input) => Found) =>
  ({ views }: QueryConnection, input: Input): AsOf<Found> => {
    const db = views.current(looksForWords(input))
    return db.transaction(() => ({ ...read(db, input), asOf: newestRecord(db) }))()
  }

/** A query as of one moment, which its result doesn't tell. */
const atOnce =
  <Input, Found>(read: (db: Database, input: Input) => Found) =>
  ({ views }: QueryConnection, input: Input): Found => {
    const db = views.current(looksForWords(input))
    return db.transaction(() => read(db, input))()
  }

/** How many steps of the indexes a search waits for at most. */
const stepsOfQuery = 25

/** The index lacks the newest records, `unread` of them. */
const foundText = asOf((db, page: Parsed<'findText'>) => {
  const { read: _read, ...found } = searchSpoken(db, page)
  const upto = db.prepare<[], number>('SELECT seq FROM said_upto').pluck().get() ?? 0
  return { ...found, unread: newestRecord(db) - upto }
})

/** The commands that are a query and nothing else. */
export const commandQueries = {
  listConversations: asOf(readConversationList),
  getConversation: asOf(readConversation),
  findInConversation: asOf(findPlaces),
  listAudit: asOf((db, page) => auditPage(db, page)),
  getRecord: atOnce(readLogRecord),
  listCalls: asOf(readCalls),
  getLedger: asOf(readLedger),
  countCalls: atOnce((db, { limit, ...filter }) => ({ calls: countCalls(db, filter, limit) })),
  getCall: atOnce((db, { seq }) => readCall(db, seq)),
  readBlob: atOnce(readBlob),
  readResult: ({ results }, { hash }) => results.part(hash, 'person'),
  readResultText: ({ results }, { hash, ...range }) => results.text(hash, 'person', range),
  searchResult: ({ results }, { hash, ...search }) => results.search(hash, search),
  measureExport,
  countServerCalls: atOnce((db, { since }) => ({ counts: readCounts(db, since) })),
  getServerFigures: atOnce((db, { server }) => readFigures(db, server)),
  serverHistory: atOnce((db, { server }) => readHistory(db, server)),
  listFrames: atOnce(listFrames),
  getFrame: atOnce((db, { frame }) => getFrame(db, frame)),
} satisfies {
  [N in CommandName]?: (at: QueryConnection, input: Parsed<N>) => Result<N> | Promise<Result<N>>
}

/** Queries that read the log alone: they don't wait for the views. */
export const logQueries: ReadonlySet<string> = new Set([
  'readResult',
  'readResultText',
  'searchResult',
  'resultForModel',
  'resultTextForModel',
  'saveResult',
  'runningServers',
  'checkLog',
  'checkProgress',
  'stopCheck',
  'databaseCondition',
])

/** Every query of the database, by its name. */
export const queries = {
  ...commandQueries,
  /** `getConversation` as JSON: one text crosses to another thread, not a copy of every object. */
  conversationJson: (at: QueryConnection, wanted: Parsed<'getConversation'>) =>
    JSON.stringify(commandQueries.getConversation(at, wanted)),
  assertConversation: atOnce(assertConversation),
  imported: atOnce(importedBefore),
  findText: (at: QueryConnection, page: Parsed<'findText'>) => {
    at.views.current()
    for (let steps = 0; steps < stepsOfQuery && at.views.writer.readOn(); steps++);
    return foundText(at, page)
  },
  /** One step of the indexes; whether there is more. */
  readOn: ({ views }: QueryConnection): boolean => {
    views.current()
    return views.writer.readOn()
  },
  /** The parts of the log that would go with a conversation. The indexes wait until `endErasure`. */
  planErasure: ({ views }: QueryConnection, conversation: string) => {
    views.current()
    return views.writer.plan(conversation)
  },
  endErasure: ({ views }: QueryConnection): void => views.writer.endErasure(),
  /** Conversations whose time in the bin is over. */
  dueErasures: ({ views }: QueryConnection, now: number): string[] => {
    views.current()
    return views.writer.due(now)
  },
  resultForModel: ({ results }: QueryConnection, { hash }: { hash: string }) => results.part(hash, 'model'),
  resultTextForModel: (
    { results }: QueryConnection,
    { hash, ...range }: { hash: string; from: number; limit: number },
  ) => results.text(hash, 'model', range),
  saveResult: ({ results }: QueryConnection, { hash, stem }: { hash: string; stem: string }) =>
    results.save(hash, stem),
  configurations: atOnce(readConfigurations),
  passportFacts: atOnce(readPassportFacts),
  serverLog: atOnce(listLog),
  tryRules: atOnce(tryRules),
  ruleUses: atOnce((db, rules: Parameters<typeof readRuleUses>[1]) => readRuleUses(db, rules)),
  suggestRules: atOnce(suggestRules),
  checkLog,
  checkProgress,
  stopCheck: ({ check }: QueryConnection): void => check.end(),
  exportLog,
  databaseCondition,
  runningServers: ({ log }: QueryConnection, _all: object) => readRunningServers(log),
}
