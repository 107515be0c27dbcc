import type { AskKind, Question } from '../../../shared/asks/asks.ts'
import type { CommandName, Parsed } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'

import { isObject, ownOf, type JsonValue } from '../../../shared/schema/json.ts'
import { isChangedDefinition, toolOfItem } from '../../../shared/state/pins.ts'
import { launchText } from '../../../shared/risk/launch-text.ts'
import { ruleWords } from '../../../shared/rules/rule-words.ts'
import { isPlain, type RuleDraft } from '../../../shared/rules/rules.ts'
import { keptElsewhere, movedSecrets, ownReferences, urlOrigin } from '../../../shared/risk/secret-names.ts'
import { importCodes } from '../../../shared/config/import-words.ts'
import { displayName, type ServerConfig } from '../../../shared/config/server-config.ts'
import { officialRegistry } from '../../../shared/config/registry.ts'
import { modelKey } from '../../../shared/config/settings.ts'
import type { HostState } from '../../../shared/state/state.ts'
import { confirmCompany } from './company.ts'
import { bundleConfirmations } from './bundles.ts'
import {
  begun,
  type Confirmations,
  describeLaunch,
  type Needless,
  programFound,
  remoteOf,
  reveal,
} from './confirmation-text.ts'
import { confirmProject } from './projects.ts'
import { registryConfirmations } from './registry.ts'
import { confirmSkill } from './skills.ts'
import type { Confirmation, Platform } from '../platform.ts'
import { dialogWords as words } from './words.ts'

/** The secrets that these servers own, as an export with secrets contains them. */
const secretsIn = (ids: string[], servers: HostState['configured']['servers']): string[] =>
  ids.flatMap((id) => {
    const config = ownOf(servers, id)
    return config ? ownReferences(id, config).map(({ at }) => `${id}: ${at.at(-1)}`) : []
  })

const inside: Needless = { needless: 'The playground starts no program and reaches nothing.' }

/** Only servers at a URL need a question at once. */
function ofAddress(config: ServerConfig, question: string, action: string): Confirmation | Needless {
  if (config.type === 'playground') return inside
  if (config.type === 'stdio') return { needless: 'It runs only after its own question, whose answer is confirmed.' }
  return { question, detail: describeLaunch(config), action }
}

/**
 * The confirmation for each admin command; a command without a row doesn't compile. Commands that only stop things, or
 * grant nothing, need none.
 */
const ofCommand: Confirmations = {
  saveProject: (input, state) => confirmProject(input, state) ?? { needless: 'It shares no further folder.' },
  deleteProject: () => ({ needless: 'It only removes something, and can be undone.' }),
  addServer: ({ id, config }) => ofAddress(config, words.add(id), words.actions.add),
  updateServer: ({ id, config }) => ofAddress(config, words.change(id), words.actions.change),
  approveSkill: confirmSkill,
  renameServer: () => ({ needless: 'The same server runs with the same rules and secrets, under another name.' }),
  removeServer: ({ id }) => ({
    question: words.remove(id),
    detail: words.removed,
    action: words.actions.remove,
  }),
  setServerEnabled: ({ id, enabled }, state) => (enabled ? start(id, state) : { needless: 'It only stops something.' }),
  restartServer: ({ id }, state) =>
    ownOf(state.configured.servers, id)?.enabled
      ? { needless: 'It restarts a server that the user turned on.' }
      : start(id, state),
  changeSettings: ({ stepLimit, registryUrl, network }, { configured: { settings } }) => {
    const raised = stepLimit !== undefined && stepLimit > settings.stepLimit ? [words.stepLimit(stepLimit)] : []
    const asked = registryUrl === undefined ? [] : [words.registry, reveal(registryUrl ?? officialRegistry)]
    const way = network === undefined ? [] : [words.network(network)]
    const lines = [...raised, ...asked, ...way]
    return lines.length > 0
      ? { question: words.changeSettings, detail: lines.join('\n'), action: words.actions.change }
      : {
          needless: 'Appearance, prices, a model at a confirmed endpoint and a lower limit give no one any power.',
        }
  },
  tryRoute: () => ({ needless: 'It opens one connection to a place that the user names, without a key.' }),
  ...registryConfirmations,
  setEndpoint: ({ endpoint, config, key }, state) => {
    const stays = keptElsewhere(modelKey(endpoint), urlOrigin(config.baseUrl), state) !== undefined
    const isKept = state.secrets.includes(modelKey(endpoint))
    const keptKey = isKept ? [stays ? words.keyStays : words.keyGoesToo] : []
    const withKey = key === undefined ? keptKey : [words.keyStored, ...(isKept ? [words.replacesKey] : [])]
    const names = Object.keys(config.headers ?? {})
    const withHeaders = names.length > 0 ? [words.headers(names.map(reveal))] : []
    const lines = [words.conversationsGoTo, reveal(new URL(config.baseUrl).href), ...withHeaders, ...withKey]
    return {
      question: words.useEndpoint(reveal(config.name ?? endpoint)),
      detail: lines.join('\n'),
      action: words.actions.use,
    }
  },
  removeEndpoint: () => ({ needless: 'It only removes the endpoint, which can be entered again.' }),
  ...bundleConfirmations,
  readImport: () => ({ needless: 'It reads the text it is given, and nothing else.' }),
  listConfigFiles: () => ({ needless: 'It names files without looking at them.' }),
  exportServers: () => ({ needless: 'It shows what the page knows, without secrets.' }),
  saveExport: ({ servers, withSecrets }, { configured }) =>
    withSecrets
      ? {
          question: words.exportSecrets,
          detail: words.exportedSecrets(secretsIn(servers, configured.servers).map(reveal).join(', ')),
          action: words.actions.write,
        }
      : { needless: "It writes a file without secrets into Atrium's own folder." },
  previewMerge: () => ({ needless: 'It only shows the entries with these names, without their secrets.' }),
  mergeExport: ({ client, servers }) => ({
    question: words.mergeExport,
    detail: words.mergedInto(importCodes.clients[client], servers.map(reveal).join(', ')),
    action: words.actions.write,
  }),
  undoConfigurationChange: ({ seq, server }) => ({
    question: words.undoChange(reveal(server)),
    detail: words.undone(seq),
    action: words.actions.change,
  }),
  undoImport: ({ servers }) => ({
    question: words.undoImport(Object.keys(servers).length),
    detail: `${Object.keys(servers).map(reveal).join('\n')}\n\n${words.removed}`,
    action: words.actions.remove,
  }),
  findConfigs: () => ({ question: words.findConfigs, detail: words.configsRead, action: words.actions.read }),
  findFolder: () => ({ needless: 'It only looks.' }),
  pickFolder: () => ({ needless: "It only opens the system's dialog, in which the user chooses." }),
  listSessions: () => ({ needless: 'It only looks.' }),
  endSession: () => ({ needless: 'It only takes a right away.' }),
  findLocalModels: () => ({ needless: 'It asks this computer only, and sends nothing.' }),
  setModelKey: ({ endpoint }, { secrets, configured: { settings } }) => {
    const replaced = secrets.includes(modelKey(endpoint)) ? [words.replacesKey] : []
    const lines = [...replaced, words.keyGoesTo, addressOf(settings, endpoint)]
    return { question: words.storeKey, detail: lines.join('\n'), action: words.actions.store }
  },
  confirmSecrets: ({ owner }, state) => {
    const moved = movedSecrets(owner, state)
    if (!moved) return { needless: 'There is nothing to confirm, so nothing is done.' }
    const { names, from, to } = moved
    const lines = [
      words.values,
      begun(names.map(reveal).join(', '), 600),
      words.enteredFor,
      begun(from.map((it) => reveal(it) || words.unknownUrl).join(', '), 600),
      words.usedFor,
      reveal(to),
    ]
    const who = 'server' in owner ? displayName(owner.server, state.configured.servers[owner.server]) : owner.endpoint
    return { question: words.useValues(reveal(who)), detail: lines.join('\n'), action: words.actions.use }
  },
  setCompanyProvider: (input) => confirmCompany(input) ?? { needless: 'It only removes what can be entered again.' },
  deleteModelKey: () => ({ needless: 'It only deletes the key, which can be entered again.' }),
  changeRules: ({ add, remove }, state) => {
    const given = add.filter(({ effect, paused }) => effect === 'allow' && !paused)
    const lost = remove
      .flatMap((id) => ownOf(state.rules, id) ?? [])
      .filter(({ effect, paused }) => effect !== 'allow' && !paused)
    if (given.length + lost.length === 0) return { needless: 'It only makes Atrium ask or refuse more often.' }
    return {
      question: given.length > 0 ? words.addRules(given.length) : words.removeRules(lost.length),
      detail: [...rulesInWords(given, state), ...rulesInWords(lost, state).map(words.noLongerApplies)].join('\n'),
      action: given.length > 0 ? words.actions.add : words.actions.remove,
    }
  },
}

const anybody: Needless = { needless: 'Anyone who can chat can answer it.' }

/** By kind of question, the confirmation of its answer if that requires more than the right to chat. */
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
  'server-page': () => anybody,
  'page-wish': () => anybody,
  trust: ({ server, launch, before }, answer, { configured }) =>
    isObject(answer) && answer['decision'] === 'trust'
      ? {
          question: words.startProgram(reveal(displayName(server, configured.servers[server]))),
          detail: programFound(launchText({ launch, before }, configured.servers[server])),
          action: words.actions.start,
        }
      : { needless: 'It only leaves something off.' },
  address: ({ server, address }, answer, { configured }) =>
    isObject(answer) && answer['decision'] === 'connect'
      ? {
          question: words.connect(reveal(displayName(server, configured.servers[server]))),
          detail: remoteOf(address).join('\n'),
          action: words.actions.connect,
        }
      : { needless: 'It only leaves something off.' },
  definitions: ({ server, items }, answer, { configured }) =>
    isObject(answer) && answer['decision'] === 'accept'
      ? {
          question: words.accept(reveal(displayName(server, configured.servers[server]))),
          detail: accepted(items, answer['items']).join('\n'),
          action: words.actions.accept,
        }
      : { needless: 'It only blocks something.' },
}

/** Max definitions named in a dialog. */
const mostNamed = 10

/** The definitions an answer accepts: how many, and the first names, each new or changed. */
function accepted(items: Question<'definitions'>['items'], names: JsonValue | undefined): string[] {
  const chosen = items.filter(({ item }) => Array.isArray(names) && names.includes(item))
  const named = chosen.slice(0, mostNamed).map((one) => {
    const name = begun(reveal(toolOfItem(one.item) ?? one.item), 100)
    return words.definition(name, !isChangedDefinition(one))
  })
  const more = chosen.length - named.length
  const areTools = chosen.every(({ item }) => toolOfItem(item) !== undefined)
  return [
    areTools ? words.acceptTools(chosen.length) : words.acceptOthers(chosen.length),
    ...named,
    ...(more > 0 ? [words.andMore(more)] : []),
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
 * `conflict` if the command's effect has changed since they were asked.
 */
export async function confirm(
  { confirm: ask }: Pick<Platform, 'confirm'>,
  current: () => HostState,
  name: CommandName,
  input: unknown,
): Promise<void> {
  const shown = confirmationFor(name, input, current())
  if (!shown) return
  if (!(await ask(shown))) throw new HostError('forbidden', words.notConfirmed)
  const now = confirmationFor(name, input, current())
  if (now && now.detail !== shown.detail) throw new HostError('conflict', words.changedSince)
}

/** An endpoint's address, as it is looked up. */
function addressOf({ models }: HostState['configured']['settings'], endpoint: string): string {
  const place = ownOf(models.endpoints, endpoint)
  return place ? reveal(new URL(place.baseUrl).href) : words.unknownEndpoint(reveal(endpoint))
}

function start(id: string, { configured }: HostState): Confirmation | Needless {
  const config = ownOf(configured.servers, id)
  if (!config) return { needless: 'No such server.' }
  if (config.type === 'playground') return inside
  return {
    question: words.turnOn(reveal(displayName(id, config))),
    detail: describeLaunch(config),
    action: words.actions.turnOn,
  }
}

/** Rules in words, as much as fits in a dialog: a line each, and one for each server's plainest permissions. */
function rulesInWords(rules: RuleDraft[], { configured }: HostState): string[] {
  const nameOf = (server: string): string => displayName(server, configured.servers[server])
  const [several, others] = rules.length > 1 ? [rules.filter(isPlain), rules.filter((it) => !isPlain(it))] : [[], rules]
  const room = Math.max(200, Math.floor(1200 / Math.max(1, others.length)))
  return [
    ...others.map((rule) => `${begun(reveal(ruleWords(rule, { server: nameOf(rule.server) })), room)}.`),
    ...[...Map.groupBy(several, ({ server }) => server)].map(([server, some]) =>
      words.plainRules(
        begun(reveal(nameOf(server)), 100),
        begun(some.map(({ tool = '' }) => reveal(tool)).join(', '), 600),
      ),
    ),
  ]
}
