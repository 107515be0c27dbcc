import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { ConversationRow, HostLink } from '../../../shared/contract/commands.ts'
import type { FoundText } from '../../../shared/contract/find-commands.ts'
import type { ToolEntry } from '../../../shared/events/events.ts'
import { findEntries, type PaletteEntry } from '../../../renderer/app/palette/entries.ts'
import { Marked, runsOf } from '../../../renderer/ui/search/marked.tsx'
import { conversationEntries, recordEntries } from '../../../renderer/app/palette/own-entries.ts'
import { saidEntries } from '../../../renderer/app/palette/said-entries.ts'
import { fitOf } from '../../../renderer/ui/search/score.ts'
import { serverEntries, toolEntries } from '../../../renderer/app/palette/server-entries.ts'
import { summarizeAll } from '../../../renderer/state/servers/summary.ts'
import { emptyState } from '../../../shared/state/state.ts'

/** The text with matches in brackets. */
const marked = (query: string, text: string): string | undefined => {
  const fit = fitOf(query, text)
  return (
    fit &&
    runsOf(text, fit.at)
      .map(({ run, isFound }) => (isFound ? `[${run}]` : run))
      .join('')
  )
}

describe('a palette match', () => {
  test.each([
    ['post', 'postgres-staging', '[post]gres-staging'],
    ['STAG', 'postgres-staging', 'postgres-[stag]ing'],
    ['gres', 'postgres-staging', 'post[gres]-staging'],
    ['ps', 'postgres-staging', '[p]ostgres-[s]taging'],
    ['nc', 'New conversation', '[N]ew [c]onversation'],
    ['newco', 'New conversation', '[New] [co]nversation'],
    ['rel32', 'Release 3.2: notes', '[Rel]ease [3].[2]: notes'],
    ['gi', 'getIssue', '[g]et[I]ssue'],
    ['notes release', 'Release 3.2: notes', '[Release] 3.2: [notes]'],
    ['überb', 'Das Überbein', 'Das [Überb]ein'],
    ['日本', '東京と日本', '東京と[日本]'],
    ['', 'Anything', 'Anything'],
  ])('[FRA-1] is found for “%s” in “%s”', (query, text, expected) => {
    expect(marked(query, text)).toBe(expected)
  })

  test.each([
    ['pg', 'postgres-staging'],
    ['release tag', 'Release 3.2: notes'],
    ['nvs', 'New conversation'],
    ['ss', 's'],
  ])('[FRA-1] is not found for “%s” in “%s”', (query, text) => {
    expect(fitOf(query, text)).toBeUndefined()
  })

  test.each([
    ['server', ['Servers', 'Add a server', 'observer', 'seven rivers']],
    ['no', ['Notes', 'Old notes', 'New offers', 'Piano']],
    ['nc', ['New conversation', 'Appearance']],
    ['a', ['Audit', 'All about audits and more']],
  ])('[FRA-1] ranks the better fit for “%s” first', (query, expected) => {
    const fitting = expected.filter((text) => fitOf(query, text))
    const ranked = fitting.toReversed().toSorted((a, b) => (fitOf(query, a)?.rank ?? 0) - (fitOf(query, b)?.rank ?? 0))
    expect(ranked).toEqual(fitting)
    expect(fitting.length).toBeGreaterThanOrEqual(2)
  })

  test('[FRA-1] comes to an end for a text made to be slow', () => {
    for (let i = 0; i < 20; i++) expect(fitOf('a'.repeat(60) + 'b', 'a '.repeat(10_000))).toBeUndefined()
  })

  test('[FRA-5] keeps its marks in place after a character that grows in lower case', () => {
    expect(marked('notes', 'İ notes')).toBe('İ [notes]')
  })
})

const entry = (group: PaletteEntry['group'], text: string, detail?: string): PaletteEntry => ({
  key: `${group} ${text}`,
  group,
  text,
  detail,
  sign: { icon: 'info' },
  go: () => undefined,
})

describe('the palette’s groups', () => {
  const entries = [
    entry('Conversations', 'Postgres upgrade'),
    entry('Servers', 'postgres'),
    entry('Actions', 'Show the post'),
    entry('Tools', 'Run query…', 'postgres, fill its form'),
    entry('Needs you', 'Answer github › Post comment'),
  ]
  const names = (typed: string): string[] => findEntries(entries, typed).groups.map(({ name }) => name)

  test('[FRA-2] start with waiting requests, then the group with the best match', () => {
    expect(names('post')).toEqual(['Needs you', 'Servers', 'Conversations', 'Actions', 'Tools'])
  })

  test('[FRA-2] are reduced to one kind by a sign before the query', () => {
    expect(names('>post')).toEqual(['Actions'])
    expect(names('@post')).toEqual(['Servers', 'Tools'])
    expect(names('@')).toEqual(['Servers', 'Tools'])
  })

  test('[FRA-2] show no tools before the user types, and waiting requests first', () => {
    expect(names('')).toEqual(['Needs you', 'Conversations', 'Actions'])
  })

  test('[FRA-2] list matches in details after those in names, without a mark in the name', () => {
    const tool = findEntries(entries, 'postgres').groups.at(-1)?.items[0]
    expect([tool?.text, tool?.at]).toEqual(['Run query…', []])
  })

  test('[FRA-2] count many matches of a group and list the best of them', () => {
    const many = Array.from({ length: 400 }, (_, index) => entry('Tools', `tool ${index}`))
    const { groups, found } = findEntries(many, 'tool')
    expect([groups[0]?.items.length, found]).toEqual([8, 400])
  })

  test('[FRA-3] show a record for a number after #, and for nothing else', () => {
    expect(recordEntries('#48211').map(({ text }) => text)).toEqual(['#48211'])
    expect([...recordEntries('#'), ...recordEntries('#0'), ...recordEntries('#12a'), ...recordEntries('12')]).toEqual(
      [],
    )
  })
})

const tool: ToolEntry = {
  name: 'delete_all',
  title: 'Allow\u202E everything\u200B\nnow',
  description: '',
  claims: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  hash: 'a'.repeat(64),
}
const config = { type: 'playground', enabled: true, era: 'modern' } as const
const state = {
  ...emptyState,
  configured: { ...emptyState.configured, servers: { here: { ...config, name: 'Here' } } },
  servers: {
    here: {
      status: { state: 'failed' as const, reason: 'It ended.', stderr: [] },
      tools: { delete_all: tool },
      malformed: [],
    },
  },
}

describe('server texts in the palette', () => {
  test('[FRA-5] show a title as one isolated line without hidden characters, with its server beside it', () => {
    const [found] = toolEntries([{ server: 'here', serverName: 'Here', tool }], undefined)
    expect(found?.text).toBe('Allow everything now…')
    expect(found?.detail).toContain('Here, ')
    expect(renderToStaticMarkup(<Marked text="<b>x</b>" at={[1]} />)).toMatch(/^<bdi>&lt;<mark[^>]*>b<\/mark>&gt;x/)
  })

  test('[FRA-5] let the user find a conversation without a name by its placeholder', () => {
    const row: ConversationRow = { id: 'a', title: '\u200B', createdAt: 0, activeAt: 0, end: null }
    expect(conversationEntries([row])[0]?.text).toBe('Untitled')
  })
})

describe('actions in the palette', () => {
  const refuse: HostLink = {
    call: () => Promise.reject(new Error('nothing is called before it is chosen')),
    subscribe: () => () => undefined,
  }
  const keys = (mayChange: boolean): string[] =>
    serverEntries(summarizeAll(state), { link: refuse, mayChange, mayUse: mayChange, consents: {} }).map(
      ({ key }) => key,
    )

  test('[FRA-4] only lead to a server if the user cannot change it', () => {
    expect(keys(false)).toEqual(['server here'])
    expect(keys(true)).toEqual(['server here', 'turn here', 'restart here'])
  })

  test('[FRA-4] name the command of a change, and only lead to a tool’s form', () => {
    const asked: unknown[] = []
    const link: HostLink = {
      ...refuse,
      call: (name, input) => {
        asked.push([name, input])
        return Promise.reject(new Error('refused'))
      },
    }
    const may = { link, mayChange: true, mayUse: true, consents: {} }
    const turn = serverEntries(summarizeAll(state), may).find(({ key }) => key === 'turn here')
    const done = turn && 'change' in turn ? turn.change() : undefined
    expect(asked).toEqual([['setServerEnabled', { id: 'here', enabled: false }]])
    expect(toolEntries([{ server: 'here', serverName: 'Here', tool }], undefined).every((it) => 'go' in it)).toBe(true)
    return expect(done).rejects.toThrow('refused')
  })
})

describe('passages of conversations', () => {
  const row = {
    seq: 7,
    at: 1,
    conversation: 'c',
    title: 'Plans',
    turn: 't',
    tool: null,
    isReasoning: false,
    count: 3,
    snippet: { text: 'the Servers backfill', marks: [[12, 20]], cut: { start: false, end: false } },
  } satisfies Partial<FoundText>

  test('[FND-7] come after every other match, with the page that has all of them', () => {
    const own: PaletteEntry = {
      key: 'p',
      group: 'Pages',
      text: 'Backfill page',
      sign: { icon: 'search' },
      go: () => {},
    }
    const said = saidEntries('backfill', [{ ...row, speaker: 'model', server: null }], {})
    const { groups } = findEntries([...said, own], 'backfill')
    expect(groups.map(({ name }) => name)).toEqual(['Pages', 'In conversations'])
    expect(groups[1]?.items).toHaveLength(2)
    expect(saidEntries('backfill', [], {})).toEqual([])
  })

  test('[FND-7] have their conversation’s title first, then who said it and how often, and the passage', () => {
    const [found, thought] = saidEntries(
      'backfill',
      [
        { ...row, speaker: 'model', server: null },
        { ...row, speaker: 'model', server: null, isReasoning: true, count: 1 },
      ],
      {},
    )
    expect([found?.text, found?.detail, found?.found?.snippet]).toEqual(['Plans', 'Model · 3 matches', row.snippet])
    expect(thought?.detail).toBe('Model’s reasoning')
  })

  test('[FND-7] that read the same share an entry, at the newest', () => {
    const call = { ...row, speaker: 'call', server: 'db', count: 1 } as const
    const others = [
      { ...call, seq: 7, conversation: 'other' },
      { ...call, seq: 6, snippet: { ...call.snippet, text: 'x' } },
    ]
    const entries = saidEntries('backfill', [{ ...call, seq: 9 }, ...others, { ...call, seq: 8 }], {})
    expect(entries.map(({ key, detail }) => [key, detail])).toEqual([
      ['said 9', 'db · 2 alike'],
      ['said 7', 'db'],
      ['said 6', 'db'],
      ['search-all', undefined],
    ])
  })

  test('[FND-7] name the server that wrote them', () => {
    const [result, call] = saidEntries(
      'backfill',
      [
        { ...row, speaker: 'result', server: 'db' },
        { ...row, speaker: 'call', server: 'db' },
      ],
      { db: { type: 'playground', enabled: true, era: 'modern' } },
    )
    expect(result?.found?.from).toBeDefined()
    expect(call?.found?.from).toBeUndefined()
  })
})
