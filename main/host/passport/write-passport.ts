import {
  longestPassport,
  mostDefinitions,
  passportBody,
  passportVersion,
  type PassportBody,
} from '../../../shared/config/passport.ts'
import { withArguments, type ServerConfig } from '../../../shared/config/server-config.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { conversationOfRule } from '../../../shared/rules/rules.ts'
import { canonical } from '../../../shared/schema/canonical.ts'
import { consentOf } from '../../../shared/state/consents.ts'
import { quarantineOf } from '../../../shared/state/pins.ts'
import type { HostState } from '../../../shared/state/state.ts'
import { clip } from '../../../shared/text/clip.ts'
import type { PassportFacts } from '../journal/queries/passport-facts.ts'
import { addressWithoutSecrets, withoutHome, withoutSecrets } from './portable.ts'
import { plain } from './read-passport.ts'
import { passportWords as words } from './words.ts'
import { defined } from '../../../shared/schema/json.ts'

/** Everything a passport is written from. `trustedAt`: when the user last trusted its command. */
export type Sources = {
  server: string
  state: HostState
  facts: PassportFacts
  trustedAt: number | undefined
  release: string
  at: number
  redact(text: string): string
}

/** Max rules in a passport. */
const mostRules = 50

/** A server's passport for this key, as canonical JSON without a signature. Throws `HostError` if it can't have one. */
export function writePassport(sources: Sources, key: string): string {
  const { server, state, facts, release, at } = sources
  const { [server]: config } = state.configured.servers
  if (!config) throw new HostError('not-found', words.noServer(server))
  const body: PassportBody = {
    atriumPassport: passportVersion,
    issuedAt: at,
    release: clip(release, 64),
    server: {
      id: server,
      ...defined({ name: config.name }),
      reached: reachedOf(config, sources),
    },
    offers: offersOf(server, state),
    history: facts.history,
    earlier: facts.earlier,
    use: { ...useOf(facts), ...rulesOf(server, state) },
    secretForms: facts.secretForms,
    key,
  }
  const text = canonical(plain(passportBody.parse(body)))
  if (text.length > longestPassport - spareForSignature) throw new HostError('unavailable', words.tooLong(server))
  return text
}

const spareForSignature = 200

function reachedOf(config: ServerConfig, sources: Sources): PassportBody['server']['reached'] {
  const { redact, state, server, trustedAt } = sources
  if (config.type === 'playground') throw new HostError('conflict', words.playground)
  if (config.type === 'http')
    return { type: 'http', url: addressWithoutSecrets(config.url, redact), headers: namesOf(config.headers) }
  const { trusted: launch } = consentOf(state, server)
  const { command, args, cwd, env, secretArguments = {} } = config
  const gaps = Object.fromEntries(Object.keys(secretArguments).map((name) => [name, `<${name}>`]))
  const portable = (text: string): string => redact(withoutHome(text))
  return {
    type: 'stdio',
    command: portable(command),
    args: withoutSecrets(withArguments(args, gaps), redact).map(portable),
    ...(cwd !== undefined && { cwd: portable(cwd) }),
    env: namesOf(env),
    ...(launch &&
      trustedAt !== undefined && {
        trusted: { path: portable(launch.path), ...(launch.sha256 && { sha256: launch.sha256 }), at: trustedAt },
      }),
  }
}

const namesOf = (values: Record<string, unknown>): { name: string; secret: boolean }[] =>
  Object.entries(values)
    .filter(([name]) => name.length <= 256)
    .slice(0, 256)
    .map(([name, value]) => ({ name, secret: typeof value !== 'string' }))

function offersOf(server: string, state: HostState): PassportBody['offers'] {
  const { pins = {} } = consentOf(state, server)
  const { [server]: known } = state.servers
  const definitions = Object.entries(pins)
    // A passport with a longer key couldn't be read again.
    .filter(([item]) => item.length <= 1000)
    .map(([item, hash]) => ({ item, hash }))
    .toSorted((a, b) => (a.item < b.item ? -1 : 1))
    .slice(0, mostDefinitions)
  return { definitions, waiting: quarantineOf(known, pins).length, resources: known?.resources?.count ?? 0 }
}

const useOf = ({ starts, failedStarts, calls, tools }: PassportFacts) => ({ starts, failedStarts, calls, tools })

/** Conditions on arguments are counted only: they contain paths and values. */
function rulesOf(server: string, { rules }: HostState): Pick<PassportBody['use'], 'rules' | 'moreRules'> {
  const own = Object.values(rules).filter((rule) => rule.server === server && conversationOfRule(rule) === undefined)
  return {
    rules: own.slice(0, mostRules).map(({ effect, tool, conditions }) => ({
      effect,
      ...(tool !== undefined && { tool: clip(tool, 200) }),
      conditions: conditions.length,
    })),
    moreRules: Math.max(0, own.length - mostRules),
  }
}
