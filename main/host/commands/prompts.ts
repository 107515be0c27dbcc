import type { Handlers } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import type { PromptEntry } from '../../../shared/content/listed.ts'
import { consentOf } from '../../../shared/state/consents.ts'
import { instructionsItem, isPinned, promptItem, templateItem } from '../../../shared/state/pins.ts'
import { displayName } from '../../../shared/config/server-config.ts'
import { defined, ownOf } from '../../../shared/schema/json.ts'
import { sha256 } from '../base/hash.ts'
import type { Journal } from '../journal/journal.ts'
import { Completions } from '../mcp/requests/completions.ts'
import { messagesIn } from '../mcp/results/prompt-messages.ts'
import { notRunning } from '../mcp/process/reasons.ts'
import type { Running } from '../mcp/server/life.ts'
import type { Server } from '../mcp/server/server.ts'
import type { Servers } from '../mcp/server/servers.ts'
import type { PickedStore } from '../agent/resources/picked.ts'
import { commandWords as words } from './words.ts'

type Deps = { journal: Journal; servers: Servers; picked: PickedStore }

/** Milliseconds to wait for a stale list before showing the existing one. */
const freshMs = 1000
/** Max characters of one prompt's messages, as JSON. */
const longestPrompt = 12_000_000
/** The first revision in which a completion request includes the other arguments. */
const contextSince = '2025-06-18'

/** Prompts, completion, lists and instructions of servers. */
export function promptHandlers(deps: Deps) {
  const { journal } = deps
  const completions = new Completions()
  return {
    listResources: async ({ server }) => {
      const { catalogue } = running(server, deps)
      await Promise.race([catalogue.shown('resources'), new Promise((resolve) => setTimeout(resolve, freshMs).unref())])
      return catalogue.resources()
    },
    listAgain: async ({ server, list }) => running(server, deps).catalogue.again(list),
    getPrompt: async (wanted, { actor }) => {
      const peer = running(wanted.server, deps)
      const { hash, entry } = usablePrompt(peer, wanted.prompt, deps)
      const name = nameOf(wanted.server, deps)
      if (hash !== wanted.definition) throw new HostError('conflict', words.promptChanged(name, wanted.prompt))
      const given = soundArguments(entry, wanted.arguments)
      journal.assertHealthy()
      // Servers that check the request want the object, even if it's empty.
      const reply = await peer.server.ask('prompts/get', { name: wanted.prompt, arguments: given })
      if (reply.status === 'cancelled') throw new HostError('unavailable', words.notWaitedFor(name))
      if (reply.status === 'failed') throw new HostError('unavailable', reply.problem)
      const read = messagesIn(reply.value)
      if (!read) throw new HostError('unavailable', words.noMessages(name))
      if (read.text.length > longestPrompt) throw new HostError('unavailable', words.promptTooLarge(name))
      const { title } = entry
      const part = { type: 'prompt', server: wanted.server, name: wanted.prompt, arguments: given } as const
      const { server, prompt, definition } = wanted
      const handle = sha256(JSON.stringify([server, prompt, given, read.hash]))
      deps.picked.put(handle, { ...part, ...defined({ title }) }, read)
      journal.append({ type: 'prompt.got', server, prompt, definition, handle, actor })
      await journal.durable()
      const { description } = reply.value.result
      return {
        handle,
        ...(typeof description === 'string' && { description: description.slice(0, 2000).toWellFormed() }),
        messages: read.messages,
        problems: read.problems,
      }
    },
    complete: async ({ server, of, argument, value, given }, { actor }) => {
      const peer = running(server, deps)
      const ref = 'prompt' in of ? promptRef(peer, of.prompt, argument, deps) : templateRef(peer, of.template, deps)
      if (!peer.connection.offers('completions')) return { values: [], more: false, tookMs: 0 }
      const { status } = peer.server
      const { [argument]: _, ...others } = given
      const tells = status.state === 'ready' && status.revision >= contextSince && Object.keys(others).length > 0
      const params = { ref, argument: { name: argument, value }, ...(tells && { context: { arguments: others } }) }
      const found = await completions.ask({ server, session: actor }, (signal) =>
        peer.server.ask('completion/complete', params, signal),
      )
      const name = nameOf(server, deps)
      if (found === 'too-many') throw new HostError('unavailable', words.tooOften(name))
      if ('problem' in found) throw new HostError('unavailable', found.problem)
      return found
    },
    shareInstructions: async ({ server, hash, share }, { actor }) => {
      const { servers, configured } = journal.state
      if (!ownOf(configured.servers, server)) throw new HostError('not-found', words.noServer(server))
      const name = nameOf(server, deps)
      if (ownOf(servers, server)?.instructions !== hash)
        throw new HostError('conflict', words.instructionsChanged(name))
      if (share && !isPinned(consentOf(journal.state, server).pins, instructionsItem, hash))
        throw new HostError('conflict', words.instructionsUnreviewed(name))
      journal.append({ type: 'instructions.shared', server, hash, shared: share, actor })
      await journal.durable()
    },
  } satisfies Partial<Handlers>
}

const nameOf = (server: string, { journal }: Deps): string =>
  displayName(server, journal.state.configured.servers[server])

type RunningServer = Running & { server: Server }

function running(id: string, deps: Deps): RunningServer {
  const { journal, servers } = deps
  const server = servers.get(id)
  if (!server || !ownOf(journal.state.configured.servers, id)) throw new HostError('not-found', words.noServer(id))
  if (!server.running) throw new HostError('unavailable', notRunning(nameOf(id, deps), server.status))
  return { server, ...server.running }
}

/** A listed prompt that isn't in quarantine. */
function usablePrompt(
  { server: { id }, catalogue }: RunningServer,
  prompt: string,
  deps: Deps,
): { hash: string; entry: PromptEntry } {
  void catalogue.shown('prompts')
  const definition = catalogue.prompt(prompt)
  if (!definition) throw new HostError('not-found', words.noPrompt(nameOf(id, deps), prompt))
  assertPinned(id, promptItem(prompt), { ...definition, what: words.prompt(prompt) }, deps)
  return definition
}

function assertPinned(server: string, item: string, { hash, what }: { hash: string; what: string }, deps: Deps): void {
  const pins = consentOf(deps.journal.state, server).pins
  if (isPinned(pins, item, hash)) return
  const isKnown = Object.hasOwn(pins ?? {}, item)
  throw new HostError('conflict', words.needsReview(what, nameOf(server, deps), isKnown))
}

/** Throws `bad-input` for an argument that is missing or unknown. Empty optional ones aren't sent. */
function soundArguments(entry: PromptEntry, given: Record<string, string>): Record<string, string> {
  const known = new Map(entry.arguments.map((it) => [it.name, it]))
  const unknown = Object.keys(given).find((name) => !known.has(name))
  if (unknown !== undefined) throw new HostError('bad-input', words.noPromptArgument(entry.name, unknown))
  const missing = entry.arguments.find(({ name, required }) => required && !ownOf(given, name))
  if (missing) throw new HostError('bad-input', words.needsArgument(entry.name, missing.name))
  return Object.fromEntries(Object.entries(given).filter(([name, value]) => value !== '' || known.get(name)?.required))
}

function promptRef(peer: RunningServer, name: string, argument: string, deps: Deps) {
  const { entry } = usablePrompt(peer, name, deps)
  if (!entry.arguments.some((it) => it.name === argument))
    throw new HostError('bad-input', words.noPromptArgument(name, argument))
  return { type: 'ref/prompt', name }
}

function templateRef({ server: { id }, catalogue }: RunningServer, uri: string, deps: Deps) {
  const definition = catalogue.template(uri)
  if (!definition) throw new HostError('not-found', words.noTemplate(nameOf(id, deps), uri))
  assertPinned(id, templateItem(uri), { ...definition, what: words.template(uri) }, deps)
  return { type: 'ref/resource', uri }
}
