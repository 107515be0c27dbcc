import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { HostError } from '../../../../shared/contract/errors.ts'
import { harden, isDamage } from '../database/database.ts'
import { CurrentViews } from './current-views.ts'
import { QueryConnection } from './connection.ts'
import { logQueries, queries } from './queries.ts'
import type { QueryReply, QueryMessage, ReadingMessage } from './reader.ts'
import type { Ready } from '../../base/thread.ts'
import { queryWords } from './words.ts'

const log = new Database(String(workerData), { readonly: true, fileMustExist: true, timeout: 5000 })
harden(log)

const views = new CurrentViews(log, (reading) => parentPort?.postMessage({ reading } satisfies ReadingMessage))
const connection = new QueryConnection(log, views)

async function answer({ id, name, input }: QueryMessage): Promise<QueryReply<unknown>> {
  const run = async (): Promise<unknown> => {
    if (!logQueries.has(name)) await views.reach().catch(() => undefined)
    return await Reflect.apply(queries[name], undefined, [connection, ...input])
  }
  try {
    return { id, value: await run() }
  } catch (error) {
    try {
      // Damage of the log itself is the answer.
      if (!isDamage(error) || !views.areDamaged()) throw error
      views.beginAnew()
      return { id, value: await run() }
    } catch (fault) {
      return { id, refused: refusalOf(fault) }
    }
  }
}

function refusalOf(error: unknown): Extract<QueryReply<unknown>, { refused: unknown }>['refused'] {
  if (error instanceof HostError) return { code: error.code, message: error.message }
  const reason = error instanceof Error ? error.message : String(error)
  return { code: 'internal', message: queryWords.unreadable(reason) }
}

parentPort?.postMessage('ready' satisfies Ready)
parentPort?.on('message', (asked: QueryMessage) => {
  void answer(asked).then((answered) => parentPort?.postMessage(answered))
})
