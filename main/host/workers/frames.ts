import { parentPort } from 'node:worker_threads'
import { readLine } from '../mcp/frame.ts'
import type { LongLine, ReadLine } from './long-lines.ts'

parentPort?.on('message', ({ id, bytes }: LongLine) => {
  const frame = readLine(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  parentPort?.postMessage({ id, frame } satisfies ReadLine)
})
