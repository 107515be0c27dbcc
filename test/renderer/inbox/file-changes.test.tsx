import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { changedLines, showsAll, type FileDiff } from '../../../renderer/content/file-changes.ts'
import { FileDiffView } from '../../../renderer/content/file-diff.tsx'
import { FileLines } from '../../../renderer/content/file-lines.tsx'
import { endsInWords, missesOf } from '../../../renderer/content/file-ends.tsx'
import { rowOf } from '../../../renderer/inbox/plan/plan-item.tsx'
import { filesOf } from '../../../renderer/chat/receipt/receipt-facts.tsx'
import { undoneOf } from '../../../renderer/chat/receipt/receipt.ts'
import { diffTexts, folded } from '../../../renderer/ui/json/definition-rows.ts'
import type { FileEnd, Found, NamedFile } from '../../../shared/changes/named-file.ts'
import type { Call, Turn } from '../../../shared/state/conversation.ts'
import { words } from '../../support/words.ts'

const { changes } = words
const file = (found: Found, effect?: NamedFile['effect']): NamedFile => ({
  at: '/path',
  path: '/given/notes.md',
  found,
  ...(effect && { effect }),
})
const whole = { kind: 'text', at: '/content' } as const
const edits = { kind: 'edits', at: '/edits' } as const
const input = { path: '/given/notes.md', content: 'grün' }
const text = (plain: string): Found => ({
  state: 'text',
  bytes: plain.length,
  hash: 'h',
  lines: plain.split('\n').length,
  text: { json: plain },
})

const diffOf = (before: string, now: string, named = file(text(before), whole)): FileDiff => {
  const lines = diffTexts(before, now)
  return { file: named, lines, folded: folded(lines), isAll: true }
}

const seen = (html: string): string => html.replaceAll(/<[^>]*>/g, '')
const line = (named: NamedFile, diff?: FileDiff): string =>
  seen(renderToStaticMarkup(<FileLines files={[named]} original={input} input={input} diff={diff} />))

describe('[APU-20] the line about a file', () => {
  test('counts what changes, or the bytes of a new file', () => {
    const diff = diffOf('a\nb\nc', 'a\nx\nc\nd')
    expect(line(diff.file, diff)).toBe(changes.overwrites(3, 2))
    const edited = { ...diff, file: file(text('a\nb\nc'), edits) }
    expect(line(edited.file, edited)).toBe(changes.edits(3, 2))
    expect(line(file({ state: 'absent' }, whole))).toBe(changes.creates('5 bytes'))
    expect(changes.overwrites(1, 0)).toBe('Overwrites a file · 1 line now, none would change')
  })

  test('says no more than Atrium knows', () => {
    const named = (sentence: string): string => sentence.replaceAll('{file}', 'notes.md')
    expect(line(file(text('a\nb')))).toBe(named(changes.exists('2 lines')))
    expect(line(file({ state: 'binary', bytes: 2000, hash: 'h' }))).toBe(named(changes.exists('2.0 KB')))
    expect(line(file({ state: 'large', bytes: 2e6 }, whole))).toBe(changes.overwritesBytes('2.0 MB'))
    expect(line(file(text('a'), edits))).toContain(named(changes.unforeseen))
    expect(line(file({ state: 'absent' }))).toBe(named(changes.absent))
    for (const state of ['outside', 'special', 'unreadable', 'restless'] as const)
      expect(line(file({ state }, whole))).toBe(named(changes[state]))
  })

  test('tells two files of the same name by their folders', () => {
    const [from, to] = ['/given/notes.md', '/given/archive/notes.md']
    const files = [file(text('a')), { ...file({ state: 'absent' }), at: '/to', path: to }]
    const moving = { path: from, to }
    const html = renderToStaticMarkup(<FileLines files={files} original={moving} input={moving} diff={undefined} />)
    expect(seen(html)).toContain(changes.absent.replace('{file}', 'archive/notes.md'))
    expect(seen(html)).toContain(changes.exists('1 line').replace('{file}', 'given/notes.md'))
  })

  test('doesn’t speak about a path that the user changed', () => {
    const html = renderToStaticMarkup(
      <FileLines
        files={[file(text('a'), whole)]}
        original={input}
        input={{ ...input, path: '/given/other.md' }}
        diff={undefined}
      />,
    )
    expect(seen(html)).toBe(changes.moved.replace('{file}', 'notes.md'))
  })
})

describe('[APU-20] the diff of a file', () => {
  const many = Array.from({ length: 30 }, (_, index) => `line ${index}`)
  const view = (diff: FileDiff): string => renderToStaticMarkup(<FileDiffView diff={diff} />)

  test('marks changed lines, shows hidden characters, and folds unchanged lines behind a button', () => {
    const html = view(diffOf(many.join('\n'), many.with(9, 'li\u200Bne').join('\n')))
    expect(html.match(/data-mark="(?:added|removed)"/g)).toHaveLength(2)
    expect(seen(html)).toContain('U+200B')
    expect(seen(html)).toContain('line 8')
    expect(seen(html)).not.toContain('line 7')
    expect(seen(html)).toContain(changes.showAll(31))
  })

  test('shows up to 24 lines whole', () => {
    const html = view(diffOf(many.slice(0, 23).join('\n'), many.slice(0, 23).with(9, 'new').join('\n')))
    expect(seen(html)).toContain('line 0')
    expect(seen(html)).toContain('line 22')
    expect(html).not.toContain('<button')
  })

  test('underlines and numbers text from elsewhere in the new lines, across lines and changed words', () => {
    const now = 'one\nTwo was\nthree\nfour'
    const passages = [{ at: '/content', start: 4, end: 15, label: 'From a file' }]
    const html = renderToStaticMarkup(
      <FileDiffView diff={diffOf('one\nTwo is\nthree\nfour', now)} passages={passages} />,
    )
    const parts = [...html.matchAll(/<(?:mark|span) class="[^"]*passage[^"]*"[^>]*>([^<]*)</g)].map(([, part]) => part)
    expect(parts).toEqual(['Two ', 'was', 'thr', '1'])
    expect(html).toContain('aria-label="From a file"')
  })

  test('counts as all that is sent only if it can underline what came from elsewhere', () => {
    const diff = diffOf('a', 'b')
    const passage = { at: '/content', start: 0, end: 1 }
    expect(showsAll(diff, [passage])).toBe(true)
    expect(showsAll(diff, undefined)).toBe(false)
    expect(showsAll(diff, [passage, { ...passage, at: '/path' }])).toBe(false)
    expect(showsAll({ ...diff, isAll: false }, [])).toBe(false)
    expect(showsAll({ ...diff, file: file(text('a'), edits) }, [{ ...passage, at: '/edits/0/newText' }])).toBe(false)
    expect(showsAll({ ...diff, file: file(text('a'), edits) }, [])).toBe(true)
  })

  test('needs no button if it is short, and marks no line if nothing changes', () => {
    expect(view(diffOf('a\nb', 'a\nc'))).not.toContain('<button')
    expect(view(diffOf('a\nb', 'a\nb'))).not.toContain('data-mark')
  })

  test('counts lines, and a line break at the end only if it is all that changes', () => {
    const count = (before: string, now: string): number => changedLines(diffTexts(before, now))
    expect(count('a\nb\nc', 'b\nc\nd\ne')).toBe(3)
    expect(count('a\nb\n', 'c\n')).toBe(2)
    expect(count('a\nb\n', 'c')).toBe(2)
    expect(count('a', 'b\n')).toBe(1)
    expect(count('a\n', 'a')).toBe(1)
    expect(count('a\n', 'a\n\n')).toBe(1)
    expect(count('a\n', 'a\n')).toBe(0)
  })

  test('opens a call of a plan, which no row can show', () => {
    const claims = { readOnly: false, destructive: true, idempotent: false, openWorld: true }
    const question = { server: 's', tool: 't', definition: 'd', description: '', claims, arguments: { path: '/a' } }
    expect(rowOf({ ...question, flows: [] })).toBeDefined()
    expect(rowOf({ ...question, flows: [], files: [file({ state: 'absent' })] })).toBeUndefined()
  })
})

describe('[APU-20] a call’s files afterwards', () => {
  const call = (end: FileEnd['end'], rest: Partial<Call> = {}): Call => ({
    id: 'c',
    tool: 't',
    arguments: { json: input },
    requestedAt: 1,
    requestedSeq: 1,
    modelCall: 'm',
    startedAt: 2,
    clearedBy: { person: 'web:1' },
    answered: { seq: 2, at: 2 },
    outcome: { status: 'succeeded', result: { json: {} } },
    files: [file(text('a'), whole)],
    fileEnds: [{ path: '/given/notes.md', end }],
    ...rest,
  })

  test('are named as shown only if the user saw them', () => {
    expect(endsInWords(call('as-proposed'))).toBe(changes.ends['as-proposed'])
    expect(endsInWords(call('as-proposed', { answered: undefined }))).toBe(changes.ends['as-proposed-unseen'])
    expect(endsInWords(call('as-proposed', { modelCall: undefined }))).toBe(changes.ends['as-proposed'])
  })

  test('count as missed if something else changed, or nothing although the call succeeded', () => {
    const failed = { outcome: { status: 'failed', problem: 'p', mayHaveRun: true } } as const
    expect(missesOf(call('otherwise'))).toHaveLength(1)
    expect(missesOf(call('otherwise', failed))).toHaveLength(1)
    expect(missesOf(call('not-changed'))).toHaveLength(1)
    expect(missesOf(call('not-changed', failed))).toEqual([])
    expect(missesOf(call('not-changed', { files: [file(text('a'))] }))).toEqual([])
  })

  test('[CHG-7] are offered until an undo took all of them back', () => {
    const undo = (id: string, calls: Call[], end?: Turn['end']): Turn => ({
      id,
      actor: 'a',
      startedAt: 1,
      firstSeq: 1,
      lastSeq: 2,
      messages: [],
      finishedAt: 9,
      origin: 'person',
      undoes: { turn: 't', calls },
      end,
    })
    const refused = call('as-proposed', { fileEnds: undefined })
    expect(undoneOf([], 't')).toEqual({ state: 'not', round: 0 })
    expect(undoneOf([undo('u', [], undefined)], 't')).toEqual({ state: 'open' })
    expect(undoneOf([undo('u', [refused], 'done')], 't')).toEqual({ state: 'not', round: 1 })
    const first = undo('u', [call('as-proposed'), refused], 'done')
    expect(undoneOf([first], 't')).toEqual({ state: 'partly', count: 1, of: 2, round: 1 })
    expect(undoneOf([first, undo('v', [call('as-proposed')], 'done')], 't')).toEqual({ state: 'done', count: 2, at: 9 })
    expect(undoneOf([undo('u', [call('as-proposed', { edited: { json: {} } })], 'done')], 't').state).toBe('not')
  })

  test('are counted in the turn’s receipt', () => {
    const { filesChanged, filesMissed } = words.receiptFacts
    expect(filesOf([call('as-proposed'), call('as-proposed')])).toBe(filesChanged(2))
    expect(filesOf([call('as-proposed'), call('otherwise')])).toBe(filesMissed(1))
  })
})
