import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contentBlocks, structuredOf, type ContentBlock } from '../../../../renderer/chat/result/content-blocks.ts'
import { viewsOf } from '../../../../renderer/content/contents.ts'
import { resultTexts } from '../../../../main/shells/headless/output.ts'
import { isObject, type JsonValue } from '../../../../shared/schema/json.ts'
import { Atrium, peer } from '../../../support/atrium.ts'
import { png } from '../../llm/images.ts'
import { Played } from '../conversation.ts'

const base64 = (words: string): string => Buffer.from(words).toString('base64')
const bytes = (mimeType: string | null, blob: string) => [
  { type: 'resource', resource: { uri: 'x://a', mimeType, blob } },
]
const picture = png(2, 2)
const found = { found: 'needle' }
const json = JSON.stringify(found)
const list = [{ a: 1 }, { a: 2 }]
const said = (...texts: string[]) => texts.map((text) => ({ type: 'text', text }))

/** Results, and what of each the model gets, with Atrium's notes as `…`; an image as its data. */
const results: Record<string, { result: Record<string, unknown>; given: string[] }> = {
  summary: { result: { content: said('2 items.'), structuredContent: found }, given: ['2 items.', json] },
  empty_text: { result: { content: said(''), structuredContent: found }, given: [json] },
  no_text: { result: { content: [], structuredContent: found }, given: [json] },
  link_only: {
    result: { content: [{ type: 'resource_link', uri: 'x://a', name: 'a' }], structuredContent: found },
    given: ['…', json],
  },
  for_the_person: {
    result: {
      content: [{ type: 'text', text: json, annotations: { audience: ['user'] } }],
      structuredContent: found,
    },
    given: [json, '…'],
  },
  failed: { result: { content: said('No.'), structuredContent: found, isError: true }, given: ['No.', json] },
  same_again: {
    result: { content: said('{ "found":\n "needle" }'), structuredContent: found },
    given: ['{ "found":\n "needle" }'],
  },
  within_text: { result: { content: said(`It is ${json}.`), structuredContent: found }, given: [`It is ${json}.`] },
  wrapped: { result: { content: said('needle'), structuredContent: { result: 'needle' } }, given: ['needle'] },
  listed: {
    result: { content: said('{"a": 1}', '{"a": 2}'), structuredContent: { result: list } },
    given: ['{"a": 1}', '{"a": 2}'],
  },
  other_list: {
    result: { content: said('{"a": 1}'), structuredContent: { result: list } },
    given: ['{"a": 1}', JSON.stringify({ result: list })],
  },
  nothing: { result: { content: said('a'), structuredContent: null, isError: null }, given: ['a'] },
  png: { result: { content: bytes('application/png', picture) }, given: ['…', picture] },
  untyped_png: { result: { content: bytes(null, picture) }, given: ['…', picture] },
  plain: { result: { content: bytes('text/plain', base64('interface IA {}')) }, given: ['…', 'interface IA {}'] },
  json: { result: { content: bytes('application/json; charset=utf-8', base64(json)) }, given: ['…', json] },
  untyped_text: { result: { content: bytes(null, base64('grüße\n')) }, given: ['…', 'grüße\n'] },
  pdf: { result: { content: bytes('application/pdf', base64('%PDF-1.4')) }, given: ['…'] },
  no_utf8: {
    result: { content: bytes('text/plain', Buffer.from([0xff, 0xfe, 0x41]).toString('base64')) },
    given: ['…'],
  },
}

let atrium: Atrium
beforeAll(async () => {
  atrium = await Atrium.start()
  const told = Object.entries(results).map(([name, { result }]) => [name, result])
  await atrium.add('told', peer('told.mjs', { RESULTS: JSON.stringify(Object.fromEntries(told)) }))
})
beforeEach(() => atrium.fresh())
afterAll(() => atrium.close())

/** The latest result that was sent to the model: texts, and images’ data. */
function given(): string[] {
  const last = atrium.requests.at(-1)?.body.messages.at(-1) ?? { content: [] }
  const blocks: { type: string; content?: { text?: string; source?: { data: string } }[] }[] = JSON.parse(
    JSON.stringify(last.content),
  )
  const parts = blocks.flatMap(({ type, content = [] }) => (type === 'tool_result' ? content : []))
  return parts.map(({ text, source }) => source?.data ?? (text?.startsWith('[Atrium ') ? '…' : (text ?? '')))
}

/** The text or picture that a user sees of a block, if a model can get it. */
function shown(block: ContentBlock): string[] {
  if (block.kind === 'text') return [block.text]
  if (block.kind !== 'resource') return []
  const { content } = block
  if ('text' in content) return [content.text]
  return viewsOf(content)[0] === 'image' ? [content.blob ?? ''] : []
}

test.each(Object.entries(results))(
  '[RES-14] [RES-15] gives the model all that the user sees of a result: %s',
  async (tool, { result, given: wanted }) => {
    const played = new Played(atrium)
    const call = { content: [{ tool_use: { name: `told__${tool}`, input: {} } }], stop_reason: 'tool_use' }
    const turn = await played.begin([call, { content: [{ text: 'I see.' }] }])
    await atrium.person.answer(await atrium.person.ask(), { decision: 'allow', scope: 'once' })
    expect((await played.end(turn)).end).toBe('done')
    expect(given()).toEqual(wanted)
    const outcome = atrium.person.all('call.finished').at(-1)?.outcome
    const kept = outcome && 'result' in outcome ? outcome.result : undefined
    const value: JsonValue = kept && 'json' in kept ? kept.json : null
    const isForModel = ({ marks }: ContentBlock): boolean => marks.audience !== 'user'
    for (const text of contentBlocks(value).filter(isForModel).flatMap(shown))
      if (text !== '') expect(given()).toContain(text)
    const structured = structuredOf(value)
    expect(structured).toEqual(isObject(result['structuredContent'] ?? null) ? result['structuredContent'] : undefined)
  },
)

test('[RES-14] [RES-15] prints structured content and embedded text on the terminal as well', () => {
  const structured = JSON.stringify(found, undefined, 2)
  expect(resultTexts({ content: said('2 items.'), structuredContent: found }).texts).toEqual(['2 items.', structured])
  expect(resultTexts({ content: said(''), structuredContent: found }).texts).toEqual([structured])
  expect(resultTexts({ content: said(json), structuredContent: found }).texts).toEqual([json])
  expect(resultTexts({ content: bytes('text/plain', base64('a')) })).toEqual({ texts: ['a'], others: [] })
})
