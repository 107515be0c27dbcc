import { readFileSync, realpathSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sha256 } from '../../../main/host/base/hash.ts'
import { Console } from '../../../main/shells/headless/console.ts'
import { runTerminal } from '../../../main/shells/headless/run.ts'
import { terminalWords as words } from '../../../main/shells/headless/words.ts'
import { createPlatform } from '../../../main/shells/web/platform.ts'
import { fieldErrors } from '../../../shared/schema/field-words.ts'
import { riskWords } from '../../../shared/risk/words.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'
import { peer } from '../../support/atrium.ts'
import { AuthorizationServer } from '../../support/authorization/authorization-server.ts'
import { open } from '../../support/authorization/browser.ts'
import { ProtectedServer } from '../../support/authorization/protected-server.ts'
import { terminal, type Doing } from './person.ts'
import { nobody, Place } from './support.ts'

let place: Place
beforeEach(() => void (place = new Place()))
afterEach(() => place.close())

/** A call by a user at a terminal with these answers. */
async function call(server: string, tool: string, args: JsonObject, answers: Doing[] | 'no terminal') {
  const { console, printed, left } = answers === 'no terminal' ? terminal([], false) : terminal(answers)
  const asked = { command: 'call', server, tool, args, json: false, dataDirectory: undefined } as const
  const platform = createPlatform(place.directory, '0.0.0-test', 'terminal')
  const code = await runTerminal(asked, platform, console, new AbortController().signal)
  return { code, ...printed, left }
}

test('[CLI-17] shows a call as it would be sent, and runs it only after “yes”', async () => {
  await place.furnish('play', { type: 'playground' })
  const refused = await call('play', 'roll_dice', { seed: 3 }, [['Run it? [y/N]', '']])
  expect(refused).toMatchObject({ code: 1, stdout: '', left: [] })
  expect(refused.stderr).toContain('With exactly these arguments:\ns| {\ns|   "seed": 3\ns| }\n')
  expect(refused.stderr).toContain(words.approval.claims.onlyReads('play'))
  expect(refused.stderr).toContain(words.denied)
  const allowed = await call('play', 'roll_dice', { seed: 3 }, [['Run it? [y/N]', 'y']])
  expect(allowed).toMatchObject({ code: 0, left: [] })
  expect(allowed.stdout).toMatch(/^Rolled 5, 1; the sum is 6\.\n/)
  // Only once: the next one asks again.
  expect(await call('play', 'roll_dice', { seed: 3 }, [['Run it? [y/N]', 'n']])).toMatchObject({ code: 1, left: [] })
})

test('[CLI-18] shows a program before starting it; after “no” the server stays on and untrusted', async () => {
  const headless = await place.open(nobody)
  await headless.link.call('addServer', { id: 'it', config: peer('good.mjs') })
  await headless.close()
  const refused = await call('it', 'echo', { text: 'Hi' }, [[`${words.trust.start} [y/N]`, 'n']])
  expect(refused).toMatchObject({ code: 1, stdout: '', left: [] })
  expect(refused.stderr).toContain('test/support/servers/good.mjs')
  const allowed = await call('it', 'echo', { text: 'Hi' }, [
    [`${words.trust.start} [y/N]`, 'yes'],
    ['Run it? [y/N]', 'y'],
  ])
  expect(allowed).toMatchObject({ code: 0, stdout: 'Hi\n', left: [] })
})

test('[TRU-20] shows everything about a program that the window shows, and what has changed', async () => {
  const first = await place.open(nobody)
  const config = { ...peer('good.mjs', { NODE_OPTIONS: '--no-warnings' }), cwd: place.directory }
  await first.link.call('addServer', {
    id: 'it',
    config: { ...config, env: { ...config.env, TOKEN: { secret: 'server/it/TOKEN' } } },
    secrets: { 'server/it/TOKEN': 'canary-value' },
  })
  await first.close()
  const asked = `${words.trust.start} [y/N]`
  const { stderr } = await call('it', 'echo', { text: 'Hi' }, [
    [asked, 'y'],
    ['Run it? [y/N]', 'n'],
  ])
  const file = realpathSync(process.execPath)
  expect(stderr).toContain(`SHA-256 of the program’s file: ${sha256(readFileSync(file))}`)
  expect(stderr).toContain(`in the folder ${place.directory}`)
  expect(stderr).toContain('\ns| NODE_OPTIONS="--no-warnings"\ns| TOKEN (the secret server/it/TOKEN)\n')
  expect(stderr).toContain(`${words.trust.warnings}\nA variable can load other code. NODE_OPTIONS tells`)
  expect(stderr).not.toContain('canary-value')
  expect(stderr).not.toContain('Changed since')

  const second = await place.open(nobody)
  await second.link.call('updateServer', {
    id: 'it',
    config: { ...config, args: [...(config.args ?? []), '--new'], env: {} },
  })
  await second.close()
  const again = await call('it', 'echo', { text: 'Hi' }, [[asked, 'n']])
  expect(again.stderr).toContain('Changed since you allowed it: its arguments.\ns| + --new\n')
  expect(again.stderr).toContain('Changed since you allowed it: the names in its environment.\ns| - NODE_OPTIONS\n')
})

test('[TRU-33] says that only a variable’s value has changed, as the window does', async () => {
  const asked = `${words.trust.start} [y/N]`
  const first = await place.open(nobody)
  await first.link.call('addServer', { id: 'it', config: peer('good.mjs', { NODE_OPTIONS: '--no-warnings' }) })
  await first.close()
  const accepted = await call('it', 'echo', { text: 'Hi' }, [
    [asked, 'y'],
    ['Run it? [y/N]', 'n'],
  ])
  expect(accepted.stderr).not.toContain('Changed since')
  const second = await place.open(nobody)
  await second.link.call('updateServer', { id: 'it', config: peer('good.mjs', { NODE_OPTIONS: '--no-deprecation' }) })
  await second.close()
  const again = await call('it', 'echo', { text: 'Hi' }, [[asked, 'n']])
  expect(again.stderr).toContain(`\n${words.trust.changed(riskWords.differences.value)}\n`)
  expect(again.stderr).toContain('\ns| NODE_OPTIONS="--no-deprecation"\n')
})

test('[CLI-19] fills in a server’s form field by field, and asks again after a wrong value', async () => {
  await place.furnish('play', { type: 'playground' }, { allow: ['ask_me'] })
  const filled = await call('play', 'ask_me', {}, [
    ['Fill it in? [y/N]', 'y'],
    ['Your answer (text, 1–50 characters):', ''],
    ['Your answer (text, 1–50 characters):', 'Ada'],
    [/s\| Drink\n[^]*\(a number from the list, default tea\):/, '2'],
    ['Your answer (integer, 0–5', '9'],
    ['Your answer (integer, 0–5', '1'],
    ['Your answer (y or n', 'y'],
    ['Send it? [y/N]', 'y'],
  ])
  expect(filled).toMatchObject({
    code: 0,
    stdout: 'You said: {"name":"Ada","drink":"coffee","sugar":1,"again":true}\n',
    left: [],
  })
  expect(filled.stderr).toContain(fieldErrors.missing)
  expect(filled.stderr).toContain(fieldErrors.tooBig(5))
  const declined = await call('play', 'ask_me', {}, [['Fill it in? [y/N]', 'n']])
  expect(declined).toMatchObject({ code: 0, stdout: 'You declined, so nothing was served.\n' })
})

test('[ELI-17] says why a form can’t be shown, declines it, and names the fields that are left out', async () => {
  await place.furnish('it', peer('elicits.mjs', { MCP_ERA: 'legacy' }), { allow: ['ask'] })
  const asks = (required: string[]) => ({
    asks: [
      {
        message: 'Who?',
        requestedSchema: { type: 'object', required, properties: { a: { type: 'object' }, b: { type: 'string' } } },
      },
    ],
  })
  const refused = await call('it', 'ask', asks(['a']), [])
  expect(refused.stderr).toContain('Atrium can’t show this form, so it declined: the field "a" is of a kind')
  expect(refused.stdout).toContain('-32602')
  const shown = await call('it', 'ask', asks([]), [
    ['Fill it in? [y/N]', 'y'],
    ['Your answer (text', 'x'],
    ['Send it? [y/N]', 'y'],
  ])
  expect(shown.stderr).toContain('Optional fields that can’t be shown are left out: a.')
  expect(shown.stdout).toContain('"b":"x"')
})

test('[CLI-19] shows a server’s page for the user to open', async () => {
  await place.furnish('it', peer('interviewer.mjs'), { allow: ['list_invoices'] })
  const opened = await call('it', 'list_invoices', {}, [['Have you opened it? [y/N]', 'y']])
  expect(opened).toMatchObject({ code: 0, left: [] })
  expect(opened.stderr).toContain('https://accounts.xn--bcher-kva.example/connect?client=atrium&scope=invoices.read')
  expect(opened.stdout).toContain('accept')
})

test('[CLI-20] shows a tool that needs review in full, and calls it after the user accepts it @all', async () => {
  const pulled = `${place.directory}/pulled`
  await place.furnish('it', peer('rug-pull.mjs', { STATE_FILE: pulled }), { allow: ['change'] })
  await call('it', 'change', { how: 'description' }, [])
  const kept = await call('it', 'add', { a: 1, b: 2 }, [['Accept', 'n']])
  expect(kept).toMatchObject({ code: 1, left: [] })
  const accepted = await call('it', 'add', { a: 1, b: 2 }, [
    ['Accept', 'y'],
    ['Run it? [y/N]', 'y'],
  ])
  expect(accepted).toMatchObject({ code: 0, stdout: '3\n', left: [] })
  expect(accepted.stderr).toMatch(/This is changed[^\n]*:\ns\| tool\/add\n[\s\S]*It was:[\s\S]*It is now:/)
})

test('[CLI-21] shows control characters from servers as text', async () => {
  await place.furnish('it', peer('good.mjs'), { allow: ['echo'] })
  const text = 'a\u001B[2Jb\u202Ec'
  const shown = await call('it', 'echo', { text }, [])
  expect(shown.stdout).toBe('a[U+001B][2Jb[U+202E]c\n')
})

test('[CLI-22] ignores input typed before the question appeared', async () => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true })
  const stderr = Object.assign(new PassThrough(), { isTTY: true })
  let said = ''
  stderr.on('data', (chunk) => {
    said += String(chunk)
    if (said.endsWith(words.tooEarly)) setTimeout(() => stdin.write('n\n'), 300)
  })
  stdin.write('y\n')
  const agrees = await new Console({ stdin, stdout: stderr, stderr }, 200).agrees(
    'Really?',
    new AbortController().signal,
  )
  expect(agrees).toBe(false)
})

test('[CLI-22] takes the end of the input as no answer', async () => {
  const { console, streams } = terminal([])
  streams.stdin.end()
  expect(await console.agrees('Really?', new AbortController().signal)).toBeUndefined()
})

test('[CLI-23] asks for a sign-in, shows its page, and continues the call when the browser returns', async () => {
  const authorization = await AuthorizationServer.start()
  const server = await ProtectedServer.start({ authorization: [authorization] })
  try {
    const headless = await place.open(nobody)
    await headless.link.call('addServer', { id: 'it', config: { url: server.url } })
    await expect(headless.ready('it')).rejects.toMatchObject({ code: 3 })
    await headless.close()
    const called = await call('it', 'echo', { text: 'Hi' }, [
      ['Sign in? [y/N]', 'y'],
      [/sign in there:\ns\| (\S+)[\s\S]*instead\?/, (read) => void open(/there:\ns\| (\S+)/.exec(read)?.[1] ?? '')],
      ['Run it? [y/N]', 'y'],
    ])
    expect(called).toMatchObject({ code: 0, stdout: 'Hi\n', left: [] })
    expect(called.stderr).toContain(`You would sign in at ${authorization.issuer}.`)
  } finally {
    await server.stop()
    await authorization.stop()
  }
})

test('[CLI-24] declines a form at once without a terminal, says why, and continues the call', async () => {
  await place.furnish('play', { type: 'playground' }, { allow: ['ask_me'] })
  const ended = await call('play', 'ask_me', {}, 'no terminal')
  expect(ended).toMatchObject({ code: 0, stdout: 'You declined, so nothing was served.\n' })
  expect(ended.stderr).toContain(words.declined.form('play'))
})
