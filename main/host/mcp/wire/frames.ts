import { parentPort } from 'node:worker_threads'
import type { Ready } from '../../base/thread.ts'
import { isObject, type JsonObject } from '../../../../shared/schema/json.ts'
import { digest, type Digest, objectionTo, type RequestKind } from '../results/digest.ts'
import { type Frame, readLine } from './frame.ts'
import { isId } from './request-ids.ts'
import { FoundSecrets, Redaction } from '../../secrets/redaction.ts'
import type { FromThread, ToThread } from './long-lines.ts'
import type { ListedItem } from '../results/list-items.ts'

/** Parsed answers, until it is known what they answer. */
const held = new Map<number, { frame: Frame; message: JsonObject; result: JsonObject }>()
/** The remaining parts of long lists, and the frame that ends each. */
const onTheWay = new Map<number, { items: ListedItem[]; frame: Frame }>()
/** Approximate characters of a list sent at once: more would block the host's thread. */
const batchLength = 128 * 1024

parentPort?.postMessage('ready' satisfies Ready)
parentPort?.on('message', (told: ToThread) => {
  if ('bytes' in told) read(told.id, Buffer.from(told.bytes.buffer, told.bytes.byteOffset, told.bytes.byteLength))
  else if ('secrets' in told) pass(told.id, told.wanted, Redaction.knowing(told.secrets))
  else more(told.id)
})

function read(id: number, line: Buffer): void {
  const frame = readLine(line)
  const message = frame && ('message' in frame ? frame.message : frame.remains)
  if (frame && message) {
    const { id: answers, result, method } = message
    if ((method ?? undefined) === undefined && isId(answers) && isObject(result)) {
      held.set(id, { frame, message, result })
      return post({ id, answers })
    }
  }
  post({ id, frame })
}

function pass(id: number, wanted: RequestKind | undefined, redaction: Redaction): void {
  const answer = held.get(id)
  held.delete(id)
  if (!answer) return
  const secrets = new FoundSecrets()
  const digested = wanted && digest(answer.result, wanted, redaction, secrets)
  const { id: answers } = answer.message
  const violation = wanted && objectionTo(wanted.method, secrets)
  if (violation && isId(answers)) return post({ id, frame: { violation, id: answers } })
  if (!digested) return post({ id, frame: answer.frame })
  const message = { jsonrpc: '2.0', id: answer.message['id'] ?? null, result: digested.result }
  const withDigest = (found?: Digest): Frame => {
    const own = found && { digest: found }
    return 'message' in answer.frame ? { message, ...own } : { ...answer.frame, remains: message, ...own }
  }
  const { items, stored } = digested.digest ?? {}
  if (!items) return post({ id, frame: withDigest(digested.digest) }, stored && [stored.bytes.buffer])
  onTheWay.set(id, { items, frame: withDigest({ items: [] }) })
  more(id)
}

/** Sends a list's next items, or its end. */
function more(id: number): void {
  const list = onTheWay.get(id)
  if (!list) return
  const batch: ListedItem[] = []
  for (let length = 0; length < batchLength && list.items.length > batch.length;) {
    const next = list.items[batch.length]
    if (!next) break
    batch.push(next)
    length += lengthOf(next)
  }
  list.items = list.items.slice(batch.length)
  if (batch.length > 0) return post({ id, items: batch })
  onTheWay.delete(id)
  post({ id, frame: list.frame })
}

const lengthOf = ({ item, weighed }: ListedItem): number =>
  typeof weighed === 'object' ? weighed.text.length * 2 : JSON.stringify(item).length

const post = (what: FromThread, moved: ArrayBuffer[] = []): void => parentPort?.postMessage(what, moved)
