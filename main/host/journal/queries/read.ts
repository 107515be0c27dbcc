import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { HostError } from '../../../../shared/contract/errors.ts'
import { QueryConnection } from './connection.ts'
import { queries } from './queries.ts'
import type { QueryReply, QueryMessage } from './reader.ts'
import type { Ready } from '../../base/thread.ts'
import { queryWords } from './words.ts'

const db = new Database(String(workerData), { readonly: true, fileMustExist: true, timeout: 5000 })
db.pragma('trusted_schema = OFF')
db.pragma('cell_size_check = ON')

const connection = new QueryConnection(db)

async function answer({ id, name, input }: QueryMessage): Promise<QueryReply<unknown>> {
  try {
    return { id, value: await Reflect.apply(queries[name], undefined, [connection, ...input]) }
  } catch (error) {
    if (error instanceof HostError) return { id, refused: { code: error.code, message: error.message } }
    const reason = error instanceof Error ? error.message : String(error)
    return { id, refused: { code: 'internal', message: queryWords.unreadable(reason) } }
  }
}

parentPort?.postMessage('ready' satisfies Ready)
parentPort?.on('message', (asked: QueryMessage) => {
  void answer(asked).then((answered) => parentPort?.postMessage(answered))
})
