import { setImmediate } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { harden } from '../../journal/database/database.ts'
import { openViews } from '../../journal/views/views-file.ts'
import { GivenTexts } from './given.ts'
import { ConversationTexts } from './conversation-texts.ts'
import type { Ready } from '../../base/thread.ts'
import type { TracerReport, Told } from './tracer.ts'

/** Max conversations in memory; others are read again when needed. */
const mostConversations = 4

const db = new Database(String(workerData), { readonly: true, fileMustExist: true, timeout: 5000 })
harden(db)
let given: GivenTexts | undefined
const conversations = new Map<string, ConversationTexts>()

/** Reads by the views as soon as there are any. */
function giving(): GivenTexts {
  if (given?.isIndexed) return given
  const views = openViews(db)
  if (!views && given) return given
  // It forgets which call reads which result, so every conversation is read from its first record again.
  conversations.clear()
  return (given = new GivenTexts(db, views))
}

/** Everything the journal has of a conversation by now. Other requests are handled between two pages. */
async function upToDate(id: string): Promise<ConversationTexts> {
  const reader = giving()
  const texts = conversations.get(id) ?? new ConversationTexts(id)
  conversations.delete(id)
  conversations.set(id, texts)
  const [oldest] = conversations.keys()
  if (conversations.size > mostConversations && oldest !== undefined) conversations.delete(oldest)
  while (texts.catchUp(reader)) await setImmediate()
  return texts
}

async function trace({ trace: traced, conversation, server, ...call }: Extract<Told, { trace: number }>) {
  const definition = giving().definition(call.definition)
  const texts = await upToDate(conversation)
  report({ began: traced })
  const found = texts.trace(call.arguments, { server, definition: definition && JSON.parse(definition) })
  report({ traced, ...found })
}

const report = (what: TracerReport): void => parentPort?.postMessage(what)

async function hear(told: Told): Promise<void> {
  if ('forget' in told) conversations.delete(told.forget)
  else if ('arrived' in told) await upToDate(told.arrived)
  else await trace(told)
}

parentPort?.postMessage('ready' satisfies Ready)
// An error ends the thread: pending requests are answered as unknown, and a new thread starts.
parentPort?.on('message', (told: Told) => void hear(told))
