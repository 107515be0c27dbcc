import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { containmentWords as words } from '../../../../main/host/mcp/containment/words.ts'
import type { Containment } from '../../../../shared/events/events.ts'
import { peer } from '../../../support/fleet.ts'
import { levels } from './captivity.ts'
import { homeOutsideTmp, inLoneHost, withBash, withBashAlone, withOpenFiles, withoutPerl } from './lone.ts'

/** Another shell is mounted over the system’s in a namespace. */
const canTry = levels.limited === 'holds' && levels.sealed === 'holds' && existsSync('/bin/bash')

/** Variables that make a shell or tool run their text, if it gets them before it contains anything. */
const acting = (marker: string): Record<string, string> => ({
  SHELLOPTS: 'xtrace',
  PS4: `$(: > ${marker})`,
  BASH_ENV: `$(: > ${marker})`,
  ENV: `$(: > ${marker})`,
  LD_PRELOAD: '/nowhere.so',
  PERL5OPT: '-Mnowhere',
  PATH: '/nowhere',
  ...Object.fromEntries(
    ['mount', 'wait', 'exec', 'kill', 'read', 'command'].map((name) => [
      `BASH_FUNC_${name}%%`,
      `() { : > ${marker}; builtin ${name} "$@"; }`,
    ]),
  ),
})

/** Returns these variables as the program got them, its open files, and those of the process around it. */
const look = (env: Record<string, string>): string => `return {
  env: Object.fromEntries(${JSON.stringify(Object.keys(env))}.map((name) => [name, process.env[name]])),
  around: fs.readdirSync('/proc/' + process.ppid + '/fd'),
  own: fs.readdirSync('/proc/self/fd').flatMap((it) => {
    try { return fs.readlinkSync('/proc/self/fd/' + it) } catch { return [] }
  }),
}`

type Looked = { env: Record<string, string>; around: string[]; own: string[] }

describe.each([
  ['sh', withOpenFiles],
  ['bash called sh', [...withOpenFiles, ...withBash]],
] as const)('with %s as the system’s shell', (_shell, before) => {
  const readable = [path.resolve('test/support/servers')]
  const contained = { limited: { containment: 'limited' }, sealed: { containment: 'sealed', readable } } as const
  test.skipIf(!canTry).each([
    ['namespace', { open: {}, ...contained }],
    ['guard', { open: {} }],
  ] as const)(
    '[CNT-31] [CNT-32] a server’s variables act in its program alone, and no open file of the host’s gets there (%s)',
    async (level, kinds) => {
      const home = homeOutsideTmp()
      const marker = path.join(home, 'marker')
      const env = { A: '1', 'odd name': '2', PWD: '/elsewhere', UID: '7', ATRIUM_VARIABLE_0: 'x=y', ...acting(marker) }
      const servers = Object.fromEntries(Object.entries(kinds).map(([id, it]) => [id, peer('captive.mjs', env, it)]))
      const { results } = await inLoneHost(before, { home, servers, code: look(env), level })
      expect(Object.keys(results)).toEqual(Object.keys(kinds))
      for (const [id, { value, reason }] of Object.entries(results)) {
        expect({ id, value, reason }).toMatchObject({ id, value: { env } })
        const { around, own } = value as Looked
        expect({ id, around: around.filter((it) => !['0', '1', '2', '3'].includes(it)) }).toEqual({ id, around: [] })
        expect(own.length).toBeGreaterThan(3)
        expect({ id, own: own.filter((it) => it.startsWith('/etc')) }).toEqual({ id, own: [] })
      }
      expect(existsSync(marker)).toBe(false)
    },
  )
})

describe.each([
  ['sh', withoutPerl],
  ['bash called sh', withBashAlone],
] as const)('without Perl and with %s as the system’s shell', (_shell, before) => {
  test.skipIf(!canTry)('[CNT-31] [CNT-32] a program gets the variables a shell can set, or doesn’t start', async () => {
    const home = homeOutsideTmp()
    const marker = path.join(home, 'marker')
    const known = /^(PS4|BASH_ENV|ENV|LD_PRELOAD|PERL5OPT|PATH)$/
    const risky = Object.entries(acting(marker)).filter(([name]) => known.test(name))
    const env = { A: '1', B: `two\n'words' $A`, PWD: '/elsewhere', IFS: 'x', ...Object.fromEntries(risky) }
    const odd = peer('captive.mjs', { 'odd name': '2' })
    const servers = { it: peer('captive.mjs', env), odd }
    const level: Containment = 'namespace'
    const { results } = await inLoneHost([...withOpenFiles, ...before], { home, servers, code: look(env), level })
    expect(results).toMatchObject({
      it: { value: { env } },
      odd: { reason: expect.stringContaining(words.noPerl('odd name')) as string },
    })
    const { around, own } = (results['it'] as { value: Looked }).value
    expect(around.filter((it) => !['0', '1', '2'].includes(it))).toEqual([])
    expect(own.filter((it) => it.startsWith('/etc'))).toEqual([])
    expect(existsSync(marker)).toBe(false)
  })
})
