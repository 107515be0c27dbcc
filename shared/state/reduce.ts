import { isSameProvider } from '../config/company-sign-in.ts'
import { isSameLaunch, type ServerConfigs } from '../config/server-config.ts'
import { isTurnOfView } from '../events/app-events.ts'
import type { EventOf, HostEvent } from '../events/events.ts'
import type { UnfoldedEvent } from '../events/table.ts'
import { conversationOfRule, type Rule } from '../rules/rules.ts'
import { without } from '../schema/records.ts'
import { allowedAddress } from './addresses.ts'
import { foldAppCalls } from './app-calls.ts'
import { type AppDraftEvent, foldAppWork, isOfAppWork, withoutAppDrafts } from './app-work.ts'
import { foldAsks, foldEnded } from './asks-fold.ts'
import { foldCompacting } from './compactions.ts'
import { type Consents, foldConsents, lastingConsents, withAddress, withEntered } from './consents.ts'
import { foldFollowed, stillFollowed } from './followed.ts'
import { foldModels, stillKnown } from './model-facts.ts'
import { foldProjects, stillChosen } from './projects.ts'
import { foldRename } from './renames.ts'
import { foldRunning, isTurnEvent, type RunningEvent } from './running-turns.ts'
import { foldCompany, foldLists, foldServer, stillThere } from './server-state.ts'
import type { HostState } from './state.ts'

/** The only place where state changes. Pure. */
export function reduce(state: HostState, event: HostEvent, at: number): HostState {
  if (isTurnEvent(event)) return withTurns(state, event, at)
  if (isOfAppWork(event)) return { ...state, queued: foldQueued(state.queued, event), ...foldAppWork(state, event) }
  switch (event.type) {
    case 'journal.health':
      return { ...state, health: event.health }
    case 'configured':
      return withConfiguration(state, event)
    case 'configuration.checked':
      return { ...state, configured: withProblems(state.configured, event) }
    case 'secret.changed':
      return { ...state, ...withSecret(state, event) }
    case 'models.listed':
    case 'model.probed':
    case 'model.learned':
    case 'model.forgotten':
      return { ...state, ...foldModels(state, event, at) }
    case 'server.changed':
    case 'catalogue.changed':
    case 'server.violations':
    case 'server.examined':
    case 'server.exposed':
    case 'server.starting':
      return { ...state, servers: stillThere(foldServer(state.servers, event, at), state.configured.servers) }
    case 'prompts.changed':
    case 'templates.changed':
    case 'resources.changed':
    case 'instructions.changed':
      return { ...state, servers: foldLists(state.servers, event) }
    case 'resource.followed':
    case 'resource.unfollowed':
    case 'resource.updated':
      return { ...state, followed: foldFollowed(state.followed, event) }
    case 'command.trusted':
    case 'definitions.kept-off':
    case 'definitions.pinned':
    case 'instructions.shared':
    case 'page.allowed':
    case 'server.passport':
    case 'server.signed-in':
    case 'server.signed-out':
      return { ...state, consents: foldConsents(state.consents, event, at) }
    case 'company.signed-in':
    case 'company.signed-out':
      return { ...state, company: foldCompany(event, at) }
    case 'server.renamed':
      return foldRename(state, event)
    case 'server.rename-finished':
      return { ...state, renaming: undefined }
    case 'ask.opened':
    case 'ask.closed':
      return {
        ...state,
        asks: foldAsks(state.asks, event),
        endedRequests: foldEnded(state, event, at),
        consents: afterAnswer(state, event),
      }
    case 'rule.added':
    case 'rule.removed':
      return { ...state, rules: foldRules(state.rules, event) }
    case 'project.saved':
    case 'project.deleted':
      return { ...state, projects: foldProjects(state.projects, event) }
    case 'compaction.requested':
    case 'compaction.finished':
      return { ...state, compacting: foldCompacting(state.compacting, event, at) }
    case 'conversation.deleted':
      return { ...state, ...withoutConversation(state, event.conversation) }
    case 'host.started':
      return {
        ...state,
        openFolder: event.openFolder,
        folderRisk: event.folderRisk,
        appContexts: undefined,
        releases: undefined,
      }
    case 'releases.known':
      return { ...state, releases: event.releases }
    case 'log.key':
      return event.missing ? { ...state, missingHead: { ...event.missing, noticed: at } } : state
    default:
      return unchanged(state, event)
  }
}

const unchanged = (state: HostState, _event: UnfoldedEvent): HostState => state

function withTurns(state: HostState, event: RunningEvent, at: number): HostState {
  if (isTurnOfView(event.turn)) return { ...state, appCalls: foldAppCalls(state.appCalls ?? {}, event, at) }
  return { ...state, ...foldRunning(state, event, at), ...foldAppWork(state, event) }
}

function withConfiguration(state: HostState, event: EventOf<'configured'>): HostState {
  const { file, after } = event
  const configured = { ...state.configured, [file]: after }
  const { servers, settings } = configured
  const { servers: serversBefore, settings: settingsBefore } = state.configured
  const lasting = lastingConsents(state.consents, serversBefore, servers)
  const isSameCompany = isSameProvider(settingsBefore.companySignIn, settings.companySignIn)
  return {
    ...state,
    configured,
    ...stillKnown(state, settingsBefore, settings),
    servers: stillThere(state.servers, servers),
    endedRequests: stillConfigured(state.endedRequests, servers),
    consents: file === 'servers' ? withEntered(lasting, event) : lasting,
    ...(state.company && { company: isSameCompany ? state.company : undefined }),
    ...(state.projects && { projects: stillChosen(state.projects, servers) }),
    followed: stillFollowed(state.followed, servers),
    rules: stillHolding(state.rules, serversBefore, servers),
  }
}

function afterAnswer({ asks, consents }: HostState, event: EventOf<'ask.opened' | 'ask.closed'>): Consents {
  const allowed = allowedAddress(asks, event)
  return allowed ? withAddress(consents, allowed.server, allowed.address) : consents
}

const stillConfigured = (requests: HostState['endedRequests'], configured: ServerConfigs): HostState['endedRequests'] =>
  Object.fromEntries(Object.entries(requests).filter(([id]) => Object.hasOwn(configured, id)))

/** Rules end with their server; permissions also end if something else runs or answers in its place. */
function stillHolding(rules: HostState['rules'], before: ServerConfigs, after: ServerConfigs): HostState['rules'] {
  const holds = ({ server, effect }: Rule): boolean =>
    Object.hasOwn(after, server) && (effect !== 'allow' || isSameLaunch(before[server], after[server]))
  return Object.fromEntries(Object.entries(rules).filter(([, rule]) => holds(rule)))
}

function withSecret(
  { secrets, enteredFor }: Pick<HostState, 'secrets' | 'enteredFor'>,
  { name, change, for: destination }: EventOf<'secret.changed'>,
): Pick<HostState, 'secrets' | 'enteredFor'> {
  const others = secrets.filter((it) => it !== name)
  const bound = without(enteredFor, name)
  if (change === 'deleted') return { secrets: others, enteredFor: bound }
  return {
    secrets: [...others, name],
    enteredFor: destination === undefined ? bound : { ...bound, [name]: destination },
  }
}

const foldRules = (rules: HostState['rules'], event: EventOf<'rule.added' | 'rule.removed'>): HostState['rules'] =>
  event.type === 'rule.added' ? { ...rules, [event.rule.id]: event.rule } : without(rules, event.rule)

function foldQueued(queued: HostState['queued'], event: AppDraftEvent): HostState['queued'] {
  if (event.type === 'message.queued') return { ...queued, [event.conversation]: event.message }
  return event.type === 'message.unqueued' ? without(queued, event.conversation) : queued
}

const withProblems = (
  configured: HostState['configured'],
  { file, problems }: EventOf<'configuration.checked'>,
): HostState['configured'] => ({ ...configured, problems: { ...configured.problems, [file]: problems } })

/** The state without a deleted conversation's rules, followed resources, queued message, apps' drafts and model. */
const withoutConversation = (
  { rules, followed, queued, lastUsed, ...state }: HostState,
  conversation: string,
): Pick<HostState, 'rules' | 'followed' | 'queued' | 'lastUsed' | 'appDrafts'> => ({
  ...withoutAppDrafts(state, conversation),
  rules: rulesOutside(rules, conversation),
  followed: without(followed, conversation),
  queued: without(queued, conversation),
  lastUsed: lastUsed.filter((used) => used.conversation !== conversation),
})

const rulesOutside = (rules: HostState['rules'], conversation: string): HostState['rules'] =>
  Object.fromEntries(Object.entries(rules).filter(([, rule]) => conversationOfRule(rule) !== conversation))
