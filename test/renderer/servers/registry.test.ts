import { describe, expect, test } from 'vitest'
import { officialRegistry } from '../../../shared/config/registry.ts'
import type { Candidate, GapQuestion } from '../../../shared/config/candidate.ts'
import { serverConfig, type ServerConfig } from '../../../shared/config/server-config.ts'
import { readCandidate } from '../../../renderer/state/servers/draft/candidate-draft.ts'
import { knownAnswers } from '../../../renderer/servers/registry/known-answers.ts'
import { publisherOf, suggestedId } from '../../../renderer/servers/registry/publisher.ts'
import { configChanges } from '../../../renderer/servers/registry/update-dialog.tsx'
import { ui } from '../../../renderer/strings/ui.ts'
import { registryPage } from '../../../renderer/strings/servers/registry-page.ts'
import { serverForm } from '../../../renderer/strings/servers/servers-form.ts'

const { missing, between } = ui.questions
const registry = { url: officialRegistry, name: 'io.github.ada/files', version: '2.0.0' }

const question = (id: string, rest: Partial<GapQuestion> = {}): GapQuestion => ({
  id,
  label: id,
  secret: false,
  required: false,
  ...rest,
})

const candidate = (version: string): Candidate => ({
  id: 'files',
  name: 'Files',
  origin: { registry },
  launch: {
    type: 'stdio',
    command: ['npx'],
    args: [
      ['-y'],
      [`files@${version}`],
      ['--size'],
      [{ ask: 'size' }, 'mb'],
      [{ ask: 'ignore', option: '--ignore' }],
      [{ ask: 'root' }],
    ],
    env: [
      { name: 'KEY', value: [{ ask: 'key' }], secret: true },
      { name: 'UNITS', value: [{ ask: 'units' }], secret: false },
    ],
  },
  questions: [
    question('size', { format: 'number', initial: '10', max: 50 }),
    question('ignore', { isMultiple: true }),
    question('root', { required: true, isMultiple: true }),
    question('key', { required: true, secret: true }),
    question('units'),
  ],
})

const answers = { ignore: ['a', 'b'], root: ['/x', '/y'], key: 'hush' }

const added = (): ServerConfig => {
  const read = readCandidate(candidate('1.0.0'), answers)
  if (!('input' in read)) throw new Error(JSON.stringify(read.problems))
  return read.input.config
}

describe('[REG-4] a server from the registry', () => {
  test('is added with its values, its secrets apart and where it came from', () => {
    const read = readCandidate({ ...candidate('1.0.0'), id: ' files ' }, answers)
    expect(read).toEqual({
      input: {
        id: 'files',
        secrets: { 'server/files/env/KEY': 'hush' },
        config: {
          type: 'stdio',
          name: 'Files',
          enabled: true,
          command: 'npx',
          registry,
          args: ['-y', 'files@1.0.0', '--size', '10mb', '--ignore', 'a', '--ignore', 'b', '/x', '/y'],
          env: { KEY: { secret: 'server/files/env/KEY' } },
        },
      },
    })
  })

  test('isn’t added without required values, with a taken name, or with a number that doesn’t fit', () => {
    expect(readCandidate(candidate('1'), { size: '60' }, { taken: ['files'] })).toEqual({
      problems: {
        id: serverForm.problems.nameTaken('files'),
        questions: {
          size: between(undefined, 50),
          root: missing('root'),
          key: missing('key'),
        },
      },
    })
  })

  test('suggests a name with the publisher in front if another server has it', () => {
    expect(suggestedId('weather', 'io.github.ada/weather', [])).toBe('weather')
    expect(suggestedId('weather', 'io.github.ada/weather', ['weather'])).toBe('ada-weather')
  })

  test('names who published it, and claims a check only for the official registry', () => {
    const { publisher } = registryPage
    const of = (name: string, url = officialRegistry) => publisherOf({ name }, url)
    expect(of('io.github.ada/x')).toEqual({ who: publisher.github('ada'), proof: publisher.provedBy.github })
    expect(of('com.example.crm/x')).toEqual({
      who: publisher.domain('crm.example.com'),
      proof: publisher.provedBy.domain,
    })
    expect(of('io.github.ada/x', 'https://registry.example.com').proof).toBe(publisher.provedBy.claimed)
  })
})

describe('[REG-5] an update from the registry', () => {
  test('reads the answers from the configuration, and keeps secrets and the user’s own settings', () => {
    const before = serverConfig.parse({ ...added(), enabled: false, roots: ['/x'], cwd: '/home/me' })
    const known = knownAnswers(candidate('1.0.0').launch, before)
    expect(known).toEqual({ size: '10', ignore: ['a', 'b'], root: ['/x', '/y'] })
    const read = readCandidate(candidate('2.0.0'), known, {
      before: { id: 'files', config: before },
    })
    if (!('input' in read)) throw new Error(JSON.stringify(read.problems))
    expect(read.input.secrets).toEqual({})
    expect(read.input.config).toMatchObject({
      enabled: false,
      roots: ['/x'],
      cwd: '/home/me',
      registry,
      env: { KEY: { secret: 'server/files/env/KEY' } },
    })
    expect(configChanges(before, read.input.config)).toEqual([
      {
        what: registryPage.update.arguments,
        lines: [
          { mark: 'removed', text: 'files@1.0.0' },
          { mark: 'added', text: 'files@2.0.0' },
        ],
      },
    ])
  })

  test('asks for a value that the new version needs', () => {
    const next = candidate('2.0.0')
    const launch: Candidate['launch'] = {
      ...next.launch,
      ...(next.launch.type === 'stdio' && { cwd: [{ ask: 'new' }] }),
    }
    const wanted: Candidate = { ...next, launch, questions: [...next.questions, question('new', { required: true })] }
    const known = knownAnswers(candidate('1.0.0').launch, added())
    expect(readCandidate(wanted, known, { before: { id: 'files', config: added() } })).toEqual({
      problems: { questions: { new: missing('new') } },
    })
  })

  test('reads no answers from arguments that were changed by hand', () => {
    const config = serverConfig.parse({ command: 'npx', args: ['-y', 'other'] })
    expect(knownAnswers(candidate('1.0.0').launch, config)).toEqual({})
  })
})
