import type { AskKind, Question } from '../../../shared/asks/asks.ts'
import type { CommandName, commands, Parsed } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'

import { isObject, type JsonValue } from '../../../shared/schema/json.ts'
import { toolOfItem } from '../../../shared/state/pins.ts'
import { launchText } from '../../../shared/risk/launch-text.ts'
import { ruleWords } from '../../../shared/rules/rule-words.ts'
import type { RuleDraft } from '../../../shared/rules/rules.ts'
import { keptElsewhere, movedSecrets, originOf } from '../../../shared/risk/secret-names.ts'
import { displayName, type ServerConfig } from '../../../shared/config/server-config.ts'
import { modelKey } from '../../../shared/config/settings.ts'
import type { HostState } from '../../../shared/state/state.ts'
import { begun, describe, programFound, remoteOf, reveal } from './confirmation-text.ts'
import type { Confirmation, Platform } from '../platform.ts'

/** Why no confirmation is needed. */
type Needless = { needless: string }

type AdminCommand = { [N in CommandName]: (typeof commands)[N]['right'] extends 'admin' ? N : never }[CommandName]

const inside: Needless = { needless: 'The playground starts no program and reaches nothing.' }

/** Only servers at a URL need a question at once. */
function ofAddress(config: ServerConfig, question: string, action: string): Confirmation | Needless {
  if (config.type === 'playground') return inside
  if (config.type === 'stdio')
    return { needless: 'Nothing of it runs before its own question, whose answer is confirmed.' }
  return { question, detail: describe(config), action }
}

/**
 * The confirmation for each admin command; a command without a row doesn't compile. Commands that only stop things, or
 * grant nothing, need none.
 */
const ofCommand: {
  [N in AdminCommand]: (input: Parsed<N>, state: HostState) => Confirmation | Needless
} = {
  addServer: ({ id, config }) => ofAddress(config, `Add the server “${id}”?`, 'Add'),
  updateServer: ({ id, config }) => ofAddress(config, `Change the server “${id}”?`, 'Change'),
  removeServer: ({ id }) => ({
    question: `Remove the server “${id}”?`,
    detail: 'Its configuration and its secrets are deleted. What it did stays in the log.',
    action: 'Remove',
  }),
  setServerEnabled: ({ id, enabled }, state) => (enabled ? start(id, state) : { needless: 'It only stops something.' }),
  restartServer: ({ id }, state) =>
    state.configured.servers[id]?.enabled
      ? { needless: 'It starts again what the person has turned on.' }
      : start(id, state),
  changeSettings: ({ stepLimit }, { configured: { settings } }) =>
    stepLimit !== undefined && stepLimit > settings.stepLimit
      ? {
          question: 'Change these settings?',
          detail: `One turn may have up to ${stepLimit} steps before it stops and asks.`,
          action: 'Change',
        }
      : {
          needless: 'Appearance, prices, a model of a place that was confirmed and a lower limit give nobody anything.',
        },
  setEndpoint: ({ endpoint, config }, state) => {
    const stays = keptElsewhere(modelKey(endpoint), originOf(config.baseUrl), state) !== undefined
    const isKept = state.secrets.includes(modelKey(endpoint))
    const withKey = isKept
      ? [stays ? 'The key that is kept for it does not go there.' : 'The key that is kept for it goes there too.']
      : []
    const lines = ['Conversations with its models will be sent to:', reveal(new URL(config.baseUrl).href), ...withKey]
    return {
      question: `Use this address as “${reveal(config.name ?? endpoint)}”?`,
      detail: lines.join('\n'),
      action: 'Use',
    }
  },
  removeEndpoint: () => ({ needless: 'It only takes away; the place can be entered again.' }),
  listSessions: () => ({ needless: 'It only looks.' }),
  endSession: () => ({ needless: 'It only takes away.' }),
  findLocalModels: () => ({ needless: 'It asks this computer only, and sends nothing.' }),
  setModelKey: ({ endpoint }, { secrets, configured: { settings } }) => {
    const replaced = secrets.includes(modelKey(endpoint)) ? ['It takes the place of the key that is there.'] : []
    const lines = [...replaced, 'It will be sent to:', addressOf(settings, endpoint)]
    return { question: 'Store this key?', detail: lines.join('\n'), action: 'Store' }
  },
  confirmSecrets: ({ owner }, state) => {
    const moved = movedSecrets(owner, state)
    if (!moved) return { needless: 'There is nothing to confirm, so nothing is done.' }
    const { names, from, to } = moved
    const lines = [
      ...['These values:', begun(names.map(reveal).join(', '), 600)],
      ...['were entered for:', begun(from.map((it) => reveal(it) || 'a place that is not known').join(', '), 600)],
      ...['They will be used for:', reveal(to)],
    ]
    const who = 'server' in owner ? displayName(owner.server, state.configured.servers[owner.server]) : owner.endpoint
    return { question: `Use the kept values of “${reveal(who)}” there?`, detail: lines.join('\n'), action: 'Use' }
  },
  deleteModelKey: () => ({ needless: 'It only takes away; the key can be entered again.' }),
  addRule: ({ rule }, state) =>
    rule.effect === 'allow'
      ? { question: 'Add this rule?', detail: sentence(rule, state), action: 'Add' }
      : { needless: 'It only makes Atrium ask, or refuse, where it would not have.' },
  removeRule: ({ rule: id }, state) => {
    const rule = state.rules[id]
    if (!rule || rule.effect === 'allow') return { needless: 'Without it Atrium asks again.' }
    return {
      question: 'Remove this rule?',
      detail: `It no longer holds: ${sentence(rule, state)}`,
      action: 'Remove',
    }
  },
}

const anybody: Needless = { needless: 'Whoever may chat may answer it.' }

/** The same for answers to questions that require more than the right to chat. */
const ofAnswer: {
  [K in AskKind]: (question: Question<K>, answer: JsonValue, state: HostState) => Confirmation | Needless
} = {
  approval: () => anybody,
  form: () => anybody,
  url: () => anybody,
  visit: () => anybody,
  sampling: () => anybody,
  review: () => anybody,
  'sign-in': () => anybody,
  'sign-in-page': () => anybody,
  trust: ({ server, launch, before }, answer, { configured }) =>
    isObject(answer) && answer['decision'] === 'trust'
      ? {
          question: `Start this program as “${reveal(displayName(server, configured.servers[server]))}”?`,
          detail: programFound(launchText({ launch, before }, configured.servers[server])),
          action: 'Start',
        }
      : { needless: 'It only leaves something off.' },
  address: ({ server, address }, answer, { configured }) =>
    isObject(answer) && answer['decision'] === 'connect'
      ? {
          question: `Connect to this address as “${reveal(displayName(server, configured.servers[server]))}”?`,
          detail: remoteOf(address).join('\n'),
          action: 'Connect',
        }
      : { needless: 'It only leaves something off.' },
  definitions: ({ server, items }, answer, { configured }) =>
    isObject(answer) && answer['decision'] === 'accept'
      ? {
          question: `Accept these definitions of “${reveal(displayName(server, configured.servers[server]))}”?`,
          detail: accepted(items, answer['items']).join('\n'),
          action: 'Accept',
        }
      : { needless: 'It only keeps something off.' },
}

/** Max definitions named in a dialog. */
const mostNamed = 10

/** What an answer accepts: how many definitions, and the first names, each new or changed. */
function accepted(items: Question<'definitions'>['items'], names: JsonValue | undefined): string[] {
  const chosen = items.filter(({ item }) => Array.isArray(names) && names.includes(item))
  const named = chosen.slice(0, mostNamed).map(({ item, before }) => {
    const name = begun(reveal(toolOfItem(item) ?? item), 100)
    return `${name} (${before === undefined ? 'new' : 'changed'})`
  })
  const more = chosen.length - named.length
  const areTools = chosen.every(({ item }) => toolOfItem(item) !== undefined)
  const what = chosen.length === 1 ? 'this' : `these ${chosen.length}`
  return [
    areTools
      ? `Models will see and may ask to use ${what} ${chosen.length === 1 ? 'tool' : 'tools'}:`
      : `You and models may use ${what}:`,
    ...named,
    ...(more > 0 ? [`and ${more} more`] : []),
  ]
}

/** The confirmation this command needs, if any. `input` has been parsed. */
export function confirmationFor(name: CommandName, input: unknown, state: HostState): Confirmation | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the input was parsed by the schema of this command
  const needed = name === 'answer' ? forAnswer(input as Parsed<'answer'>, state) : forCommand(name, input, state)
  return needed && 'question' in needed ? needed : undefined
}

function forCommand(name: CommandName, input: unknown, state: HostState): Confirmation | Needless | undefined {
  const rows: Partial<Record<CommandName, (input: never, state: HostState) => Confirmation | Needless>> = ofCommand
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the input was parsed by the schema of this command
  return rows[name]?.(input as never, state)
}

function forAnswer({ ask: id, answer }: Parsed<'answer'>, state: HostState): Confirmation | Needless | undefined {
  const ask = state.asks.find((it) => it.id === id)
  if (!ask) return undefined
  const row: (question: never, answer: JsonValue, state: HostState) => Confirmation | Needless = ofAnswer[ask.kind]
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the row is of the kind of this question
  return row(ask.question as never, answer, state)
}

/**
 * Returns once the user confirmed the command, or if it needs no confirmation. Throws `forbidden` if they decline, and
 * `conflict` if by then something else would happen than what they were shown.
 */
export async function confirm(
  { confirm: ask }: Pick<Platform, 'confirm'>,
  current: () => HostState,
  name: CommandName,
  input: unknown,
): Promise<void> {
  const shown = confirmationFor(name, input, current())
  if (!shown) return
  if (!(await ask(shown))) throw new HostError('forbidden', 'You did not confirm this, so nothing was done.')
  const now = confirmationFor(name, input, current())
  if (now && now.detail !== shown.detail)
    throw new HostError('conflict', 'What you confirmed has changed meanwhile, so nothing was done. Try it again.')
}

/** An endpoint's address, as it is looked up. */
function addressOf({ models }: HostState['configured']['settings'], endpoint: string): string {
  const place = models.endpoints[endpoint]
  return place ? reveal(new URL(place.baseUrl).href) : `“${reveal(endpoint)}”, which is not set up`
}

function start(id: string, { configured }: HostState): Confirmation | Needless {
  const config = configured.servers[id]
  if (!config) return { needless: 'There is no such server.' }
  if (config.type === 'playground') return inside
  return {
    question: `Turn on the server “${reveal(displayName(id, config))}”?`,
    detail: describe(config),
    action: 'Turn on',
  }
}

/** A rule in words, as much as fits in a dialog. */
function sentence(rule: RuleDraft, { configured }: HostState): string {
  const words = ruleWords(rule, { server: displayName(rule.server, configured.servers[rule.server]) })
  return `${begun(reveal(words), 1200)}.`
}
