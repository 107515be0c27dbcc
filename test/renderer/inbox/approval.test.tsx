import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { AskedBecause } from '../../../renderer/inbox/approval/approval-reasons.tsx'
import { AskTitle } from '../../../renderer/inbox/frame/ask-frame.tsx'
import { changedCount } from '../../../renderer/inbox/approval/argument-editor.tsx'
import { flowLabel, flowsAfter } from '../../../renderer/inbox/approval/flows.tsx'
import { obstaclesOf } from '../../../renderer/inbox/frame/use-answering.ts'
import { Json } from '../../../renderer/ui/json/arguments.tsx'
import { jsonDiff } from '../../../renderer/ui/json/json-diff.ts'
import { jsonLines, type JsonLine } from '../../../renderer/ui/json/json-lines.ts'
import type { Flow, Question } from '../../../shared/asks/asks.ts'
import type { JsonValue } from '../../../shared/schema/json.ts'
import { words } from '../../support/words.ts'

const claims = { readOnly: false, destructive: true, idempotent: false, openWorld: true }
const question = (rest: Partial<Question<'approval'>>): Question<'approval'> => ({
  server: 's',
  tool: 't',
  definition: 'd',
  description: '',
  claims,
  arguments: {},
  ...rest,
})

const flow = (at: string, start: number, end: number): Flow => ({
  at,
  start,
  end,
  source: { kind: 'result', call: 'c', server: 'files', tool: 'read_file' },
})

/** The visible text, without tags. */
const seen = (html: string): string => html.replaceAll(/<[^>]*>/g, '').replaceAll('&quot;', '"')

test('[CHAT-11] marks a title from the server as the server’s, but not a tool’s name', () => {
  const title = (from: string | undefined) => renderToStaticMarkup(<AskTitle title="Safe to allow" from={from} />)
  expect(seen(title('Files'))).toBe('From Files: Safe to allow')
  expect(seen(title(undefined))).toBe('Safe to allow')
})

describe('[APU-4] traced text', () => {
  const written = ({ tokens }: JsonLine): string =>
    tokens
      .map(({ text, isPassage, ends = [] }) => (isPassage ? `<${text}>${ends.map((end) => `^${end}`).join('')}` : text))
      .join('')
  const lines = (value: JsonValue, ...flows: Flow[]): string[] => jsonLines(value, 100, flows).lines.map(written)

  test('is underlined from its first to its last character, across line ends', () => {
    expect(lines({ body: 'Hi.\nThey "move" to\nnew ids. Bye.' }, flow('/body', 4, 26))).toEqual([
      '{',
      '"body": "Hi.↵',
      '<They \\"move\\" to>↵',
      '<new ids>^1. Bye."',
      '}',
    ])
  })

  test('is found in lists and under names with slashes, each in its own string', () => {
    expect(lines({ 'a/b': ['one', 'two'] }, flow('/a~1b/1', 0, 3), flow('/a~1b/0', 1, 2))).toEqual([
      '{',
      '"a/b": [',
      '"o<n>^2e",',
      '"<two>^1"',
      ']',
      '}',
    ])
  })

  test('can overlap from two sources, and marks nothing at a position that doesn’t exist', () => {
    expect(lines('abcdef', flow('', 0, 4), flow('', 2, 6), flow('', 4, 99), flow('/x', 0, 1))).toEqual([
      '"<ab><cd>^1<ef>^2"',
    ])
  })

  test('is read aloud with its number and source, without hidden characters', () => {
    const odd = { ...flow('/a', 0, 1), source: { kind: 'result', call: 'c', server: 'f', tool: 're\u202Ead' } } as const
    expect(flowLabel(odd, 1, (id) => `the ${id}`)).toBe(words.inbox.flows.fromResult(1, 'read', 'the f'))
    const attached: Flow = { ...flow('/a', 0, 1), source: { kind: 'attachment', turn: 't', name: 'notes.md' } }
    expect(flowLabel(attached, 2, String)).toBe(words.inbox.flows.fromAttachment(2, 'notes.md'))
    const picked: Flow = { ...attached, source: { kind: 'attachment', turn: 't', name: 'notes.md', server: 'f' } }
    expect(flowLabel(picked, 2, (id) => `the ${id}`)).toBe(words.inbox.flows.fromPicked(2, 'notes.md', 'the f'))
    const html = renderToStaticMarkup(
      <Json value={{ a: 'x' }} passages={[{ ...odd, at: '/a', label: '1: from read' }]} />,
    )
    expect(html).toMatch(/role="img" aria-label="1: from read">1</)
  })

  test('stays marked at its place after an edit, and nowhere else', () => {
    const before = { kept: 'see: secret', moved: 'secret!', gone: 'secret' }
    const flows = [flow('/kept', 5, 11), flow('/moved', 0, 6), flow('/gone', 0, 6)]
    const now = { kept: 'see: secret', moved: 'not secret!', gone: 'public' }
    expect(flowsAfter(flows, before, now).map(({ at, start, end }) => [at, start, end])).toEqual([
      ['/kept', 5, 11],
      ['/moved', 4, 10],
    ])
  })
})

describe('[APU-3] edited arguments', () => {
  const marks = (before: JsonValue, now: JsonValue): string[] =>
    jsonDiff(before, now, 400).lines.map(
      ({ mark, tokens }) =>
        `${mark ? { removed: '-', added: '+' }[mark] : ' '}${tokens.map(({ text }) => text).join('')}`,
    )

  test('are shown beside the ones they replace, and a comma isn’t a difference', () => {
    expect(marks({ a: 1, b: 'old' }, { a: 1, b: 'new', c: [true] })).toEqual([
      ' {',
      ' "a": 1,',
      '-"b": "old"',
      '+"b": "new",',
      '+"c": [true]',
      ' }',
    ])
  })

  test('name removed and added parts for screen readers, with labels for hidden characters', () => {
    const html = renderToStaticMarkup(<Json value={{ a: 'plain' }} before={{ a: 'hid\u200Bden' }} />)
    expect(seen(html)).toBe('{removed:   "a": "hidU+200Bden"added:   "a": "plain"}')
  })

  test('are compared in bounded time even if they are very long', () => {
    const long = (text: string): JsonValue => Array.from({ length: 1500 }, (_, index) => ({ [text]: index }))
    const { lines, more } = jsonDiff(long('a'), long('b'), 4000)
    expect(more).toBe(true)
    expect(lines.filter(({ mark }) => mark === 'removed').length).toBeGreaterThan(1000)
  })

  test.each<[JsonValue, Record<string, JsonValue>, number]>([
    [{ a: 1 }, { a: 1 }, 0],
    [{ a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }, 0],
    [{ a: 1, b: 2 }, { a: 2, c: 3 }, 3],
    [{}, JSON.parse('{"__proto__":1}') as Record<string, JsonValue>, 1],
  ])('count the changes from %j to %j: %i', (before, now, count) => {
    expect(changedCount(before, now)).toBe(count)
  })
})

describe('[APU-5] a call that asks despite a rule', () => {
  const because = (why: Question<'approval'>['because']): string =>
    seen(renderToStaticMarkup(<AskedBecause question={question(why ? { because: why } : {})} name="Files" />))

  test('says which of three reasons applies, and nothing without a rule', () => {
    expect(because('rule')).toBe(words.inbox.reasons.rule)
    expect(because('destructive')).toBe(words.inbox.reasons.destructive('Files'))
    expect(because('flow')).toBe(words.inbox.reasons.flow)
    expect(because(undefined)).toBe('')
  })
})

test('[APU-1] keeps a user who can only look from answering', () => {
  expect(obstaclesOf({ right: 'read', isLive: true, isFailing: false }, 'use').answer).toBe(
    words.inbox.obstacles.mayLook,
  )
})
