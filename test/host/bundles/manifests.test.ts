import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type BundleFacts, withFolder } from '../../../shared/config/bundle.ts'
import { fillBundle } from '../../../shared/config/fill-bundle.ts'
import type { Answers } from '../../../shared/config/candidate.ts'
import { factsOf } from '../../../main/host/bundles/facts.ts'
import { parseManifest } from '../../../main/host/bundles/manifest.ts'
import { refusedOr } from '../../../main/host/archive/refusal.ts'
import { fc } from '../../support/deep.ts'
import type { Expected, Setting } from '../../support/bundles/bundles.mjs'

const folder = new URL('../../fixtures/bundles/', import.meta.url)
const bytesOf = (name: string): Buffer => readFileSync(new URL(name, folder))

type Launch = { command: string; args: string[]; env: Record<string, string> }
type Expectation = { verdict: string; code?: string; paths?: string[]; references?: string[]; blockedOn?: string[] } & {
  displayName?: string
  asks?: Expected[]
  settings?: Record<string, Setting>
  launch?: Record<string, Launch>
  warnings?: string[]
}

const expected: Record<string, Expectation> = JSON.parse(bytesOf('expected.json').toString())
const systems: NodeJS.Platform[] = ['linux', 'darwin', 'win32']

const factsIn = (bytes: Uint8Array, platform: NodeJS.Platform = 'linux') =>
  refusedOr(async () =>
    factsOf(
      parseManifest(bytes),
      { platform, home: '/home/ada', python: ['python3'] },
      { size: 0, hasSignature: false },
    ),
  )

async function sound(bytes: Uint8Array, platform?: NodeJS.Platform): Promise<BundleFacts> {
  const facts = await factsIn(bytes, platform)
  if ('refused' in facts) throw new Error(facts.refused)
  return facts
}

const textOf = (setting: Setting): string | string[] => (Array.isArray(setting) ? setting : String(setting))

function launched({ candidate }: BundleFacts, settings: Record<string, Setting> = {}): Launch {
  const given = Object.entries(settings).map(([id, setting]) => [id, textOf(setting)])
  const initial = candidate.questions.flatMap(({ id, initial: it }) => (it === undefined ? [] : [[id, it]]))
  const answers: Answers = Object.fromEntries([...initial, ...given])
  return local(fillBundle(candidate.launch, answers).launch)
}

function local({ command, args, env }: ReturnType<typeof fillBundle>['launch']): Launch {
  const here = (text: string): string =>
    withFolder(text, '<BUNDLE>').replace('/home/ada/Documents', '<DOCUMENTS>').replace('/home/ada', '<HOME>')
  return {
    command: here(command),
    args: args.map(here),
    env: Object.fromEntries(env.map(({ name, value, secret }) => [name, secret ? value : here(value)])),
  }
}

describe('the manifest of a bundle', () => {
  test('has a sample for each expectation', () => {
    const samples = readdirSync(folder).filter((name) => name !== 'expected.json')
    expect(samples.toSorted()).toEqual(Object.keys(expected).toSorted())
  })

  test.each(Object.entries(expected))(
    '[BUN-4] is read in every version, with all faults at once: %s',
    async (name, it) => {
      const bytes = bytesOf(name)
      if (it.verdict === 'refused') {
        const paths = it.paths ?? it.references
        const read = await factsIn(bytes)
        expect(read).toMatchObject({ refused: it.code })
        if (paths) expect('paths' in read && read.paths?.toSorted()).toEqual(paths.toSorted())
        return
      }
      const facts = await sound(bytes)
      expect(facts.claims.title).toBe(it.displayName)
      expect(facts.candidate.questions.map(({ id }) => id)).toEqual(it.asks?.map(({ id }) => id))
      expect(facts.warnings.map(({ code }) => code)).toEqual(expect.arrayContaining(it.warnings ?? []))
      for (const [system, launch] of Object.entries(it.launch ?? {})) {
        const platform = systems.find((one) => one === system) ?? 'linux'
        expect(launched(await sound(bytes, platform), it.settings)).toEqual(launch)
      }
      for (const platform of systems) {
        const isBlocked = (await sound(bytes, platform)).blocks.includes('platform-not-supported')
        expect(isBlocked).toBe(it.blockedOn?.includes(platform) ?? false)
      }
    },
  )

  const withParts = (args: string[], env: Record<string, string>, settings: object): Buffer =>
    Buffer.from(
      JSON.stringify({
        manifest_version: '0.3',
        name: 'x',
        version: '1.0.0',
        description: 'x',
        author: { name: 'x' },
        user_config: settings,
        server: { type: 'node', entry_point: 'a.js', mcp_config: { command: 'node', args, env } },
      }),
    )
  const setting = (more: object = {}) => ({ type: 'string', title: 'T', description: 'd', ...more })

  /** Pieces that a template, or a person, could write to reach something else. */
  const hostile = fc
    .array(
      fc.oneof(
        fc.constantFrom('$', '$$', '${', '{', '}', '__dirname}', '${__dirname}', '$${__dirname}', '${user_config.key}'),
        fc.constantFrom('$&', '$1', "$'", '$`', '${HOME}', '{__dirname}', '\\', '{user_config.a}', '${user_config.'),
        fc.string({ maxLength: 5 }),
      ),
      { maxLength: 8 },
    )
    .map((pieces) => pieces.join(''))

  test('[BUN-5] puts exactly what the user typed in its place, whatever it says and whatever is next to it', async () => {
    await fc.assert(
      fc.asyncProperty(
        hostile,
        hostile,
        fc.constantFrom('$', '${', '-', '{__dirname}', '$$', ''),
        async (a, b, joint) => {
          const bytes = withParts(
            ['${user_config.a}' + joint + '${user_config.b}', '${__dirname}/x'],
            {},
            { a: setting(), b: setting() },
          )
          const { candidate } = await sound(bytes)
          const { launch } = fillBundle(candidate.launch, { a: `<${a}`, b: `${b}>` })
          expect(withFolder(launch.args[0] ?? '', '/F')).toBe(`<${a}${joint}${b}>`)
          expect(withFolder(launch.args[1] ?? '', '/F')).toBe('/F/x')
        },
      ),
    )
  })

  test('[BUN-5] never lets another value into a secret variable, nor a secret into another variable', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, hostile, async (key, plain) => {
        const settings = { key: setting({ sensitive: true }), a: setting() }
        const env = { SECRET: 'Bearer ${user_config.key}', PLAIN: '${user_config.a}' }
        const { candidate } = await sound(withParts([], env, settings))
        const { launch } = fillBundle(candidate.launch, { key: `k${key}`, a: `p${plain}` })
        const [secret, other] = launch.env
        expect(secret).toEqual({ name: 'SECRET', value: `Bearer k${key}`, secret: true })
        expect(other).toMatchObject({ name: 'PLAIN', secret: false })
        expect(withFolder(other?.value ?? '', '/F')).toBe(`p${plain}`)
      }),
    )
  })

  test('[BUN-5] keeps every text of the manifest without a known placeholder as it is', async () => {
    const inert = hostile.map((text) => text.replaceAll(/user_config|__dirname|HOME/g, 'x'))
    await fc.assert(
      fc.asyncProperty(inert, async (text) => {
        const { candidate } = await sound(withParts([text], {}, {}))
        expect(withFolder(fillBundle(candidate.launch, {}).launch.args[0] ?? '', '/F')).toBe(text)
      }),
    )
  })

  test('refuses a secret beside the folder in one variable, because the store keeps whole values', async () => {
    const settings = { key: setting({ sensitive: true }) }
    const read = await factsIn(withParts([], { A: '${__dirname}:${user_config.key}' }, settings))
    expect(read).toEqual({ refused: 'manifest-not-valid', paths: ['server.mcp_config.env.A'] })
  })
})
