import { readFileSync, statSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CallOutcome } from '../../../../shared/events/turn-events.ts'
import { Atrium, peer } from '../../../support/atrium.ts'
import { Played } from '../conversation.ts'

let atrium: Atrium
let played: Played

beforeAll(async () => {
  atrium = await Atrium.start()
  await atrium.add('kinds', peer('every-kind.mjs'))
})
beforeEach(async () => {
  await atrium.fresh()
  played = new Played(atrium)
})
afterAll(() => atrium.close())

const said = { content: [{ text: 'I see.' }] }
const use = (name: string, input: object = {}) => ({
  content: [{ tool_use: { name, input } }],
  stop_reason: 'tool_use',
})

async function allowed(tool: string): Promise<CallOutcome> {
  const turn = await played.begin([use(`kinds__${tool}`), said])
  await atrium.person.answer(await atrium.person.ask(), { decision: 'allow', scope: 'once' })
  expect((await played.end(turn)).end).toBe('done')
  return lastOutcome()
}

const lastOutcome = (): CallOutcome => {
  const outcome = atrium.person.all('call.finished').at(-1)?.outcome
  if (!outcome) throw new Error('No call has ended')
  return outcome
}

const blobOf = (outcome: CallOutcome): string => {
  const result = 'result' in outcome ? outcome.result : undefined
  if (!result || !('blob' in result)) throw new Error(`It is not stored: ${JSON.stringify(outcome).slice(0, 300)}`)
  return result.blob
}

/** Without the mark of one conversation's notes. */
const unmarked = (texts: string[]): string[] => texts.map((text) => text.replace(/^\[Atrium [0-9a-f]{12}:/, '[Atrium:'))

/** The text blocks of the latest result sent to the model. */
const given = (): string[] => {
  const last = atrium.requests.at(-1)?.body.messages.at(-1) ?? { content: [] }
  const blocks: { type: string; content?: { text?: string }[] }[] = JSON.parse(JSON.stringify(last.content))
  const results = blocks.filter(({ type }) => type === 'tool_result')
  return results.flatMap(({ content = [] }) => content.map(({ text = '' }) => text))
}

test('[RES-3] gives the model the beginning of 11 MB, and the rest on request without calling the server again', async () => {
  const hash = blobOf(await allowed('big_text'))
  const [start = '', note = ''] = given()
  expect(start).toHaveLength(100_000)
  const [, figure = ''] =
    /^\[Atrium [0-9a-f]{12}: These are the first 100,000 of the ([\d,]+) characters of this result\./.exec(note) ?? []
  const characters = Number(figure.replaceAll(',', ''))
  expect(characters).toBeGreaterThan(11_000_000)
  expect(note).toContain(`read on with atrium__read_result {"result":"${hash}","from":100000}.]`)

  const { text } = await atrium.person.link.call('readResultText', { hash, from: 0, limit: 200_000 })
  expect((await played.say([use('atrium__read_result', { result: hash, from: 100_000 }), said])).end).toBe('done')
  expect(unmarked(given())).toEqual([
    text.slice(100_000, 140_000),
    `[Atrium: These are the characters 100,000 to 140,000 of ${figure}: read on with {"result":"${hash}","from":140000}.]`,
  ])
  await played.say([use('atrium__read_result', { result: hash, from: characters - 7 }), said])
  expect(given()[0]).toBe('THE END')
  expect(given()[1]).toMatch(/, and the end\.\]$/)

  expect(atrium.person.all('call.requested').map(({ tool, server }) => [tool, server])).toEqual([
    ['big_text', 'kinds'],
    ['atrium__read_result', undefined],
    ['atrium__read_result', undefined],
  ])
  expect(atrium.person.all('call.cleared')).toHaveLength(1)
  expect(atrium.person.all('call.finished').map(({ outcome }) => outcome.status)).toEqual(Array(3).fill('succeeded'))
  expect(atrium.requests.map(({ status }) => status)).toEqual(atrium.requests.map(() => 200))
})

test('[RES-3] refuses to read a result outside its bounds or with an unknown handle @all', async () => {
  const hash = blobOf(await allowed('big_text'))
  const problem = async (input: object) => {
    await played.say([use('atrium__read_result', input), said])
    const outcome = lastOutcome()
    return outcome.status === 'invalid' ? outcome.problem : outcome.status
  }
  expect(await problem({ result: hash, from: -1 })).toBe('`from` must be a whole number, 0 or more.')
  expect(await problem({ result: hash, from: 1e9 })).toMatch(/^The result ends before that: it has 11,/)
  expect(await problem({ result: 'x', from: 0 })).toBe('No result of this conversation has this handle.')
})

test('[RES-5] refuses another conversation’s handle', async () => {
  const hash = blobOf(await allowed('big_text'))
  played = new Played(atrium)
  const definition = atrium.person.state.servers['kinds']?.tools['big_text']?.hash
  for (const result of [hash, definition]) {
    await played.say([use('atrium__read_result', { result, from: 0 }), said])
    expect(lastOutcome()).toEqual({
      status: 'invalid',
      problem: 'No result of this conversation has this handle.',
    })
  }
  expect(JSON.stringify(atrium.requests.at(-1)?.body.tools)).not.toContain('atrium__read_result')
})

test('[RES-3] offers the tool for reading on from the first cut result @all', async () => {
  const offered = async (conversation?: string) => {
    const { own } = await atrium.person.link.call('listOfferedTools', { ...(conversation && { conversation }) })
    return own.find(({ name }) => name === 'atrium__read_result')
  }
  await allowed('audiences')
  expect(await offered(played.id)).toBeUndefined()
  await allowed('big_text')
  await played.say([said])
  const sent = atrium.requests.at(-1)?.body.tools?.find(({ name }) => name === 'atrium__read_result')
  const { input_schema: schema, ...named } = sent ?? {}
  expect((await offered(played.id))?.bytes).toBe(JSON.stringify({ ...named, schema }).length)
  expect(await offered()).toBeUndefined()
})

test('[RES-4] withholds from the model parts that are for the user alone', async () => {
  await allowed('audiences')
  expect(unmarked(given())).toEqual([
    'for the model alone',
    'for both of them',
    '[Atrium: 1 part of this result is left out: it is meant for the person alone.]',
  ])
})

test('[RES-14] gives the model the beginning of long structured content beside a text, and the rest on request', async () => {
  await allowed('big_list')
  const [text, rows = '', note = ''] = given()
  expect(text).toBe('A list.')
  expect(rows).toMatch(/^\{"rows":\[\{"n":0,"words":"row number 0 of many more"\},/)
  expect(note).toContain('read on with atrium__read_result')
})

test('[RND-12] saves a text to a new file that only its owner can read, twice under two names', async () => {
  const { link } = atrium.person
  const saved = [1, 2].map(() => link.call('saveText', { name: '../The oboe.md', text: 'Träger' }))
  const [first, second] = await Promise.all(saved)
  expect(first?.file).not.toBe(second?.file)
  expect(first?.file.replace(atrium.directory, '')).toMatch(/^[/\\\\]exports[/\\\\]The-oboe-[\dTZ-]+\.md$/)
  expect([readFileSync(first?.file ?? '', 'utf8'), first?.bytes]).toEqual(['Träger', 7])
  expect(statSync(first?.file ?? '').mode & 0o777).toBe(0o600)
})

test('[RES-6] shows the user a part, searches the whole result, reads on from a match and saves it @all', async () => {
  const hash = blobOf(await allowed('big_text'))
  const { link } = atrium.person
  const part = await link.call('readResult', { hash })
  expect(part).toMatchObject({ shown: 200_000, leftOut: { parts: 0, structured: false } })
  expect(part.bytes).toBeGreaterThan(part.characters)
  const { matches, more } = await link.call('searchResult', { hash, words: 'needle IN the' })
  expect({ matches, more }).toMatchObject({ matches: [{ at: 5_000_000, match: 'NEEDLE in the' }], more: false })
  expect(matches[0]?.after).toMatch(/^ hay, no secret/)
  const { text } = await link.call('readResultText', { hash, from: matches[0]?.at, limit: 6 })
  expect(text).toBe('NEEDLE')
  const often = await link.call('searchResult', { hash, words: 'quick', limit: 2 })
  expect(often).toMatchObject({ matches: [{ at: 12 }, {}], more: true })
  const later = await link.call('searchResult', {
    hash,
    words: 'quick',
    from: (often.matches[1]?.at ?? 0) + 1,
    limit: 1,
  })
  expect(later.matches[0]?.at).toBeGreaterThan(often.matches[1]?.at ?? 0)
  const { file, bytes } = await link.call('saveResult', { hash })
  const saved = readFileSync(file, 'utf8')
  expect([file.endsWith('.txt'), saved.length, Buffer.byteLength(saved)]).toEqual([true, part.characters, bytes])
  await expect(link.call('readResult', { hash: 'f'.repeat(64) })).rejects.toMatchObject({ code: 'not-found' })

  const list = blobOf(await allowed('big_list'))
  expect(await link.call('readResult', { hash: list })).toMatchObject({
    result: { content: [{ type: 'text', text: 'A list.' }] },
    leftOut: { structured: true },
  })
  expect(JSON.parse(readFileSync((await link.call('saveResult', { hash: list })).file, 'utf8'))).toHaveProperty(
    'structuredContent.rows.length',
    40_000,
  )
})
