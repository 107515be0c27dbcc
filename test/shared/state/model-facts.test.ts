import { expect, test } from 'vitest'
import { reduce } from '../../../shared/state/reduce.ts'
import type { HostEvent } from '../../../shared/events/events.ts'
import { defaultSettings, type Endpoint, type Settings } from '../../../shared/config/settings.ts'
import { lessonMs } from '../../../shared/state/model-facts.ts'
import { emptyState, type HostState } from '../../../shared/state/state.ts'

const baseUrl = 'http://127.0.0.1:8000/v1'
const home: Endpoint = { baseUrl, profile: 'vllm', wire: 'chat' }

const withHome = (endpoint: Endpoint | undefined): Settings => ({
  ...defaultSettings,
  models: {
    ...defaultSettings.models,
    endpoints: { ...defaultSettings.models.endpoints, ...(endpoint && { home: endpoint }) },
  },
})

const configured = (endpoint: Endpoint | undefined): HostEvent => ({
  type: 'configured',
  file: 'settings',
  before: defaultSettings,
  after: withHome(endpoint),
  actor: 'file',
})

const learned = (feature: string, form: string, from = baseUrl): HostEvent => ({
  type: 'model.learned',
  endpoint: 'home',
  baseUrl: from,
  model: 'm',
  feature,
  form,
  reason: 'It refused it.',
})

const probed: HostEvent = {
  type: 'model.probed',
  endpoint: 'home',
  baseUrl,
  model: 'm',
  actor: 'host',
  facts: { calls: 'none', streams: true, usage: false },
}

const fold = (events: HostEvent[], from: HostState = emptyState, at = 1): HostState =>
  events.reduce((state, event) => reduce(state, event, at), from)

test('[PRV-5] keeps the newest lesson per model and part of a request, and drops those older than a day', () => {
  const first = fold([configured(home), learned('schema', 'plain'), learned('output-limit', 'max_tokens')])
  const later = fold([learned('schema', 'proto')], first, 2)
  expect(later.lessons?.['home']?.map(({ feature, form, at }) => [feature, form, at])).toEqual([
    ['output-limit', 'max_tokens', 1],
    ['schema', 'proto', 2],
  ])
  const nextDay = fold([learned('effort', 'none')], later, 1 + lessonMs)
  expect(nextDay.lessons?.['home']?.map(({ feature }) => feature)).toEqual(['schema', 'effort'])
  expect(fold([{ type: 'model.forgotten', endpoint: 'home', actor: 'web:a' }], nextDay).lessons).toEqual({})
})

test('[PRV-4] [PRV-5] ends what requests showed with the endpoint’s URL, kind and API', () => {
  const known = fold([configured(home), learned('schema', 'plain'), probed])
  expect(known.probes?.['home']?.['m']).toEqual({ calls: 'none', streams: true, usage: false, at: 1 })
  const kept = fold([configured({ ...home, name: 'Renamed' })], known)
  expect([kept.lessons, kept.probes]).toEqual([known.lessons, known.probes])
  for (const other of [{ ...home, baseUrl: 'http://127.0.0.1:1' }, { ...home, wire: 'messages' as const }, undefined]) {
    const moved = fold([configured(other)], known)
    expect([moved.lessons, moved.probes]).toEqual([{}, {}])
  }
  expect(fold([learned('schema', 'proto', 'http://127.0.0.1:1')], known).lessons).toEqual(known.lessons)
})

test('[PRV-4] keeps up to a hundred probes per endpoint, the newest', () => {
  const many = Array.from({ length: 120 }, (_, i): HostEvent => ({ ...probed, model: `m${i}` }))
  const probes = fold([configured(home), ...many]).probes?.['home'] ?? {}
  expect([Object.keys(probes).length, probes['m19'], probes['m119']?.at]).toEqual([100, undefined, 1])
})
