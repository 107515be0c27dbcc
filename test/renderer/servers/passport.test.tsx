import { homedir } from 'node:os'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { definitionsInWords, passportState } from '../../../renderer/inbox/definitions/definition-words.ts'
import { passportCandidate } from '../../../main/host/passport/read-passport.ts'
import { draftOfCandidate } from '../../../renderer/state/servers/draft/candidate-draft.ts'
import { readDraft } from '../../../renderer/state/servers/draft/read-draft.ts'
import { PassportSheet } from '../../../renderer/servers/passport/passport-sheet.tsx'
import { PassportCheck } from '../../../renderer/servers/passport/taken-passport.tsx'
import { href, parseRoute } from '../../../renderer/state/routes.ts'
import { passportPage } from '../../../renderer/strings/servers/passport-page.ts'
import { serverEntries } from '../../../renderer/app/palette/server-entries.ts'
import { summarizeAll } from '../../../renderer/state/servers/summary.ts'
import { serverConfig } from '../../../shared/config/server-config.ts'
import type { HostLink } from '../../../shared/contract/commands.ts'
import { emptyState } from '../../../shared/state/state.ts'
import type { Passport } from '../../../shared/config/passport.ts'
import { passportWith } from '../../support/passport.ts'
import { words } from '../../support/words.ts'

const fingerprint = '0A1B 2C3D 4E5F 6071 8293 A4B5 C6D7 E8F9'
const passport: Passport = { ...passportWith('k'.repeat(44)), signature: 's'.repeat(88) }

const withReached = (reached: Passport['server']['reached']): Passport => ({
  ...passport,
  server: { ...passport.server, reached },
})

const far = withReached({
  type: 'http',
  url: 'https://mcp.example.com/mcp?key=<key>',
  headers: [
    { name: 'X-Team', secret: false },
    { name: 'Authorization', secret: true },
  ],
})

/** The visible text, a line per tag. */
const textOf = (html: string): string => html.replaceAll(/<[^>]*>/g, '\n').replaceAll(/\n+/g, '\n')

const sheetOf = (shown: Passport): string =>
  textOf(renderToStaticMarkup(<PassportSheet checked={{ passport: shown, fingerprint }} identity="files" />))

describe('a passport’s page', () => {
  test('[PSUI-1] shows the program, every definition, the calls, the rules, the forms and the history', () => {
    const text = sheetOf(passport)
    const { page, parts, offers, use, rules, history, forms, signature } = passportPage
    for (const part of [
      page.kind,
      'My files',
      'npx -y files@1 ~/notes',
      'a'.repeat(64),
      'TOKEN',
      '/usr/bin/npx',
      parts.stdio,
      offers.counts(2, 12),
      offers.waiting(1),
      'brief',
      'read',
      'b'.repeat(16),
      'c'.repeat(16),
      use.starts(4, 1),
      ...Object.values(use.figures),
      rules.effects.allow,
      rules.conditions(2),
      rules.more(1),
      forms.count(1),
      'pin',
      forms.answers.declined,
      history.what.accepted,
      history.earlier(3),
      fingerprint,
      signature.says,
      signature.saysNot,
    ])
      expect(text).toContain(part)
  })

  test('[PSUI-1] shows a URL without a program', () => {
    const text = sheetOf(far)
    expect(text).toContain('https://mcp.example.com/mcp?key=&lt;key&gt;')
    expect(text).toContain(passportPage.parts.http)
    expect(text).not.toContain(passportPage.facts.command)
  })

  test('[PSUI-1] shows hidden characters in names that a server chose', () => {
    const odd = {
      ...passport,
      offers: { ...passport.offers, definitions: [{ item: 'tool/re\u200Bad', hash: 'd'.repeat(64) }] },
    }
    expect(sheetOf(odd)).toContain('U+200B')
  })

  test('has its own URL below its server’s', () => {
    const route = { page: 'servers', server: 'my files', passport: true } as const
    expect(href(route)).toBe('#/servers/my%20files/passport')
    expect(parseRoute(href(route))).toEqual(route)
    expect(parseRoute('#/servers')).toEqual({ page: 'servers' })
  })
})

test('[PSUI-1] leads from the palette to the passport of every server but the playground', () => {
  const servers = { files: serverConfig.parse({ command: 'files' }), play: serverConfig.parse({ type: 'playground' }) }
  const state = { ...emptyState, configured: { ...emptyState.configured, servers } }
  const link: HostLink = {
    call: () => Promise.reject(new Error('nothing is called')),
    subscribe: () => () => undefined,
  }
  const parts = { link, mayChange: false, mayUse: false, consents: {} }
  const ways = serverEntries(summarizeAll(state), parts).filter(({ key }) => key.startsWith('passport'))
  expect(ways.map(({ text }) => text)).toEqual([words.palette.servers.passport('files')])
})

describe('a pasted passport', () => {
  const shown = (isOwn: boolean): string =>
    textOf(renderToStaticMarkup(<PassportCheck checked={{ passport, fingerprint, isOwn }} onTake={() => undefined} />))

  test('[PSUI-2] shows whose it is, what the signature means and what it does not', () => {
    const { means, meansNot, pins, own } = passportPage.taken
    for (const part of [fingerprint, means, meansNot, pins(2)]) expect(shown(false)).toContain(part)
    expect(shown(true)).toContain(own)
    expect(shown(true)).not.toContain(means)
  })

  const draftOf = (pasted: Passport) =>
    draftOfCandidate(passportCandidate({ passport: pasted, fingerprint }, 'text'), {}).draft
  const { enterWhole } = words.serverForm.namedValues

  test('[PSUI-3] fills in the form, except for the values it does not contain', () => {
    const draft = draftOf(passport)
    expect(draft).toMatchObject({ id: 'files', name: 'My files', kind: 'stdio', command: 'npx', cwd: homedir() })
    expect(draft.args).toBe(`-y\nfiles@1\n${homedir()}/notes`)
    const [{ key } = { key: 0 }] = draft.env
    expect(readDraft(draft, undefined, [])).toEqual({
      problems: { env: { [key]: { at: 'value', says: enterWhole('<TOKEN>') } } },
    })
    const typed = { ...draft, env: draft.env.map((row) => ({ ...row, value: 'typed' })) }
    expect(readDraft(typed, undefined, [])).toMatchObject({
      input: {
        id: 'files',
        passport: 'text',
        config: { command: 'npx' },
        secrets: { 'server/files/env/TOKEN': 'typed' },
      },
    })
  })

  test('[PSUI-3] asks for plain values and for placeholders too', () => {
    const draft = draftOf(far)
    const [team, authorization] = draft.headers
    const headers = {
      [team?.key ?? 0]: { says: enterWhole('<X-Team>') },
      [authorization?.key ?? 0]: { says: enterWhole('<Authorization>') },
    }
    expect(readDraft(draft, undefined, [])).toMatchObject({
      problems: { headers, other: words.serverForm.problems.gap('<key>') },
    })
    const read = readDraft({ ...draft, url: 'https://mcp.example.com/mcp?key=1' }, undefined, [])
    expect(read).toMatchObject({ problems: { headers } })
    expect(read).not.toHaveProperty('problems.other')
  })
})

test('[PSUI-4] counts a definition that differs from the passport as changed', () => {
  const items = [{ hash: 'a', expected: 'b' }, { hash: 'a', expected: 'a' }, { hash: 'a' }]
  expect(definitionsInWords(items)).toBe(words.inbox.definitions.changedAndFresh(1, 2))
})

test('[PSUI-4] compares a definition with the passport by its hash', () => {
  expect(passportState({ hash: 'a', expected: 'a' })).toBe('equal')
  expect(passportState({ hash: 'a', expected: 'b' })).toBe('differs')
  expect(passportState({ hash: 'a' })).toBe('absent')
})
