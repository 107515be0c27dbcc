import type { KnownRoute, RoutedPlace, TriedStep, TrialStep } from '../../../shared/config/network.ts'
import { formatCount } from '../format/time.ts'

/** Texts of the settings about the way to other computers. Loaded with them. */
export const network = {
  lede: 'How models, servers and everything else outside this computer are reached.',
  proxy: {
    title: 'Proxy',
    help: 'Automatic uses the proxy that your environment names, or else, in the window, your system’s.',
    modes: { automatic: 'Automatic', none: 'None', proxy: 'This proxy' },
    field: 'Proxy URL',
    example: 'http://proxy.example.com:8080',
    wrong: 'A host and port, with http:// or https:// in front if you like, and without a password.',
    now: (way: string) => `Now: ${way}`,
  },
  direct: {
    title: 'Never through the proxy',
    help: 'Names, with everything below them, or addresses and networks, with commas between them.',
    example: '.example.com, 10.0.0.0/8',
    wrong: 'Separate entries with commas. An entry has no spaces.',
  },
  way: ({ way, proxy }: KnownRoute): string =>
    way === 'proxy' ? `through ${proxy ?? 'a proxy'}` : way === 'direct' ? 'directly' : 'nowhere',
  because: ({ because, from }: KnownRoute): string =>
    ({
      'this-computer': 'on this computer',
      inside: 'a name inside this network',
      'own-list': 'your list',
      setting: 'your setting',
      variable: `from ${from ?? 'the environment'}`,
      'not-in-variable': from === undefined ? 'the environment names no proxy for it' : `excluded by ${from}`,
      system: 'from this system',
      'nothing-set': 'no proxy is set',
    })[because],
  places: {
    title: 'Routes',
    copy: 'Copy as text, without secrets',
    kinds: { model: 'Model provider', server: 'Server', registry: 'Registry', releases: 'New versions' },
    titleOf: ({ kind, name }: RoutedPlace): string =>
      `${network.places.kinds[kind]}${name === undefined ? '' : ` ${name}`}`,
  },
  test: {
    title: 'Test the connection',
    help: 'Goes there step by step and sends no key.',
    field: 'URL to test',
    run: 'Test',
    stop: 'The test takes up to a minute…',
    wrong: 'A complete URL with https://',
    steps: 'Steps of the test',
    names: {
      name: 'Name',
      connection: 'Connection',
      password: 'Password',
      certificate: 'Certificate',
      answer: 'Answer',
    } satisfies Record<TrialStep, string>,
    outcomes: { ok: 'passed', failed: 'failed', 'not-tried': 'not tried' } satisfies Record<
      TriedStep['outcome'],
      string
    >,
    ms: (ms: number) => formatCount(ms, 'ms', 'ms'),
  },
} as const
