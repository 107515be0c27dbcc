import { parentPort } from 'node:worker_threads'
import { isObject, type JsonObject } from '../../../shared/json.ts'
import { stow } from '../mcp/call-result.ts'
import { readLine, type Frame } from '../mcp/frame.ts'
import { isId } from '../mcp/request-ids.ts'
import { Redaction } from '../redaction.ts'
import type { FromThread, ToThread } from './long-lines.ts'

/** Answers that were read, until it is known what they answer. */
const held = new Map<number, { message: JsonObject; result: JsonObject }>()

parentPort?.on('message', (told: ToThread) => {
  if ('bytes' in told) read(told.id, Buffer.from(told.bytes.buffer, told.bytes.byteOffset, told.bytes.byteLength))
  else pass(told)
})

function read(id: number, line: Buffer): void {
  const frame = readLine(line)
  if (frame && 'message' in frame) {
    const { message } = frame
    const { id: answers, result, method } = message
    if (method === undefined && isId(answers) && isObject(result)) {
      held.set(id, { message, result })
      return post({ id, answers })
    }
  }
  post({ id, frame })
}

function pass({ id, secrets }: Exclude<ToThread, { bytes: unknown }>): void {
  const answer = held.get(id)
  held.delete(id)
  if (!answer) return
  const { message, result } = answer
  const stowed = secrets && stow(result, Redaction.of(secrets))
  if (!stowed) return post({ id, frame: { message } })
  const { standIn, stored } = stowed
  const frame: Frame = { message: { jsonrpc: '2.0', id: message['id'] ?? null, result: standIn }, stored }
  post({ id, frame }, [stored.bytes.buffer])
}

const post = (what: FromThread, moved: ArrayBuffer[] = []): void => parentPort?.postMessage(what, moved)
