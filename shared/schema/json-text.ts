/** The turns of a thread: the time in milliseconds, and a promise for the next turn. */
export type ThreadTurns = { now(): number; next(): Promise<void> }

/** Max milliseconds of writing before everything else in the thread gets its turn. */
const longestTurn = 5
/** Characters that are written at once. */
const pieceLength = 65_536

/**
 * A value's JSON, and `null` for nothing. A long one is written in parts, so it doesn't hold up its thread; the value
 * mustn't change until then.
 */
export function jsonText(value: unknown, turns: ThreadTurns): string | Promise<string> {
  return isShort(value) ? (JSON.stringify(value) ?? 'null') : inTurns(value, turns)
}

async function inTurns(value: unknown, { now, next }: ThreadTurns): Promise<string> {
  const written: string[] = []
  let since = now()
  for (const piece of piecesOf(value)) {
    written.push(piece)
    if (now() - since <= longestTurn) continue
    await next()
    since = now()
  }
  return written.join('')
}

/** The text of a value's JSON in pieces of up to 64 KiB of it; the value mustn't change until the last one. */
export function* piecesOf(value: unknown): Generator<string> {
  if (typeof value === 'string' && value.length > pieceLength) {
    yield '"'
    for (let at = 0; at < value.length; at += pieceLength)
      yield JSON.stringify(value.slice(at, at + pieceLength)).slice(1, -1)
    yield '"'
  } else if (isShort(value) || typeof value !== 'object' || value === null) {
    yield JSON.stringify(value) ?? 'null'
  } else if (Array.isArray(value)) {
    yield* listed(value)
  } else {
    yield* membersOf(Object.entries(value).filter(([, member]) => member !== undefined))
  }
}

function* listed(items: unknown[]): Generator<string> {
  yield '['
  for (const [index, item] of items.entries()) {
    if (index > 0) yield ','
    yield* piecesOf(item)
  }
  yield ']'
}

function* membersOf(members: [string, unknown][]): Generator<string> {
  yield '{'
  for (const [index, [name, member]] of members.entries()) {
    yield `${index > 0 ? ',' : ''}${JSON.stringify(name)}:`
    yield* piecesOf(member)
  }
  yield '}'
}

const isShort = (value: unknown): boolean => sizeUpTo(value, pieceLength) <= pieceLength

/** The approximate characters of a value's JSON, counted until they are more than `most`. */
export function sizeUpTo(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 8
  let size = 2
  for (const name in value) {
    size += name.length + 4 + sizeUpTo(Reflect.get(value, name), most - size)
    if (size > most) break
  }
  return size
}
