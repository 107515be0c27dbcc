import type { PromptEntry } from '../../../shared/content/listed.ts'
import { starterOf } from '../../../shared/config/starters.ts'
import { consentOf } from '../../../shared/state/consents.ts'
import { isPinned, promptItem } from '../../../shared/state/pins.ts'
import type { HostState } from '../../../shared/state/state.ts'
import { clipMiddle } from '../../../shared/text/clip.ts'
import { conceals, plainLabel } from '../../../shared/text/hidden-characters.ts'
import { chat } from '../../strings/chat.ts'
import { starterWords } from '../../strings/servers/starters.ts'
import { isDeprecated, offeredTools, type CallableTool } from '../callable-tools.ts'
import { fillComposer, offerInComposer } from '../composer/filling.ts'
import { openPrompt } from '../prompting.ts'
import { lastOf, pathsOf } from './works-on.ts'

const words = chat.empty

/** Something to try with a server: a request, shown as `label` and written into the message, or one of its prompts. */
export type Example = { server: string; serverName: string } & (
  | { label: string; fills: string }
  | { prompt: string; title: string }
)

/** The facts that examples are made of. */
export type ExampleFacts = Pick<HostState, 'configured' | 'servers' | 'consents'>

const mostExamples = 3

/** Requests that the usable tools could serve, a server's best first: its folder, its purpose, its prompts. */
export function examplesOf(known: ExampleFacts, tools: readonly CallableTool[]): Example[] {
  const byServer = [...Map.groupBy(tools, ({ server }) => server).values()]
  const each = byServer.map((ofServer) => ofOne(known, ofServer))
  const rounds = Array.from({ length: mostExamples }, (_, round) => each.flatMap((its) => its[round] ?? []))
  const found = rounds.flat()
  return (found.length > 0 ? found : byServer.flatMap(anything)).slice(0, mostExamples)
}

/** One request that a server answers with one call, if it offers tools. */
export function firstTry(known: ExampleFacts, server: string): Example | undefined {
  const tools = offeredTools(known).filter((one) => one.server === server)
  const folder = folderOf(known, tools)
  return folder === undefined
    ? (ofOne(known, tools)[0] ?? anything(tools)[0])
    : ofFolder(tools, folder, words.inFolder)[0]
}

function ofOne(known: ExampleFacts, tools: readonly CallableTool[]): Example[] {
  const config = configOf(known, tools)
  if (!config) return []
  if (config.type === 'playground')
    return Object.entries(words.samples).flatMap(([name, says]) =>
      tools.some(({ tool }) => tool.name === name) ? asking(tools, says) : [],
    )
  const folder = folderOf(known, tools)
  const starter = starterOf(config)
  const ask = starter && starterWords[starter.id].ask
  return [
    ...(folder === undefined ? [] : ofFolder(tools, folder, words.newestIn)),
    ...(ask === undefined ? [] : asking(tools, ask)),
    ...promptsOf(known, tools),
  ]
}

const configOf = ({ configured }: ExampleFacts, [one]: readonly CallableTool[]) => one && configured.servers[one.server]

/** A folder that the server can list, by what the user shared or started it with. */
function folderOf(known: ExampleFacts, tools: readonly CallableTool[]): string | undefined {
  const lists = tools.some(
    (one) => one.tool.claims.readOnly && !isDeprecated(one) && /^list.*(dir|folder|files)/i.test(one.tool.name),
  )
  const config = configOf(known, tools)
  if (!lists || config?.type !== 'stdio') return undefined
  return pathsOf(config).find((path) => !conceals(path))
}

const nameOf = ({ server, serverName }: CallableTool) => ({ server, serverName })

const ofFolder = ([one]: readonly CallableTool[], folder: string, says: (folder: string) => string): Example[] =>
  one ? [{ ...nameOf(one), label: says(clipMiddle(lastOf(folder), 48)), fills: says(folder) }] : []

const asking = ([one]: readonly CallableTool[], says: string): Example[] =>
  one ? [{ ...nameOf(one), label: says, fills: says }] : []

const anything = (tools: readonly CallableTool[]): Example[] =>
  asking(tools, words.anything(plainLabel(tools[0]?.serverName ?? '', 30)))

/** The accepted prompts that have a title, those that ask for nothing first. */
function promptsOf({ servers, consents }: ExampleFacts, [one]: readonly CallableTool[]): Example[] {
  if (!one) return []
  const { pins } = consentOf({ consents }, one.server)
  const needs = (entry: PromptEntry): number => entry.arguments.filter(({ required }) => required).length
  return Object.values(servers[one.server]?.prompts?.items ?? {})
    .filter(({ name, hash }) => isPinned(pins, promptItem(name), hash))
    .toSorted((a, b) => needs(a) - needs(b))
    .flatMap(({ name, title }) => (title === undefined ? [] : [{ ...nameOf(one), prompt: name, title }]))
}

/** Offers the request in the conversation that opens next; the user sends it, or types another. */
export function offer(example: Example): void {
  if ('fills' in example) offerInComposer(example.fills)
}

/** Fills the composer that is open, or opens next, with the request, or opens the prompt's form there. */
export function tryOut(example: Example): void {
  if ('prompt' in example) openPrompt({ server: example.server, prompt: example.prompt })
  else fillComposer(example.fills)
}
