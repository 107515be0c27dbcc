import { foldersOf } from '../../../../shared/state/projects.ts'
import { clip } from '../../../../shared/text/clip.ts'
import path from 'node:path'
import type { Journal } from '../../journal/journal.ts'
import type { Models } from '../../llm/llm.ts'
import { createMessage } from './sampling.ts'
import type { InputHandlers, InputHandler } from './server-requests.ts'
import { TokenBucket } from '../../base/token-bucket.ts'
import type { Clock } from '../../base/wake.ts'
import { badParams, type ElicitationDeps } from './elicited.ts'
import { askForm } from './form.ts'
import { askPage } from './page.ts'
import { pathToFileURL } from 'node:url'
import { lookAtFolders } from './folders.ts'
import { peerWords } from './peer-words.ts'

type Paced = ElicitationDeps & { clock: Pick<Clock, 'own'> }
type Deps = Paced & { journal: Journal; models: Models }

/** Handles servers' requests, by method; `declaredTo` says what each server can ask. */
export const inputHandlers = (deps: Deps): InputHandlers => ({
  'elicitation/create': elicit(deps),
  'roots/list': listRoots(deps),
  'sampling/createMessage': createMessage(deps),
})

const longestMessage = 10_000
/** Requests of one server to the user: more than they can fill in, so only a flood is rejected. */
const pace = { burst: 20, perSecond: 1 / 3 }

/** Asks the user what a server wants to know, in a form or on a page (client/elicitation). */
export function elicit(deps: Paced): InputHandler {
  const paces = new Map<string, TokenBucket>()
  return async (input) => {
    const { server, params } = input
    const { mode = 'form', message } = params
    if (typeof message !== 'string') return badParams(peerWords.noMessage)
    if (mode !== 'form' && mode !== 'url') return badParams(peerWords.unknownMode)
    const bucket = paces.get(server) ?? new TokenBucket(pace, deps.clock.own)
    paces.set(server, bucket)
    if (!bucket.take()) return { error: { code: -32000, message: peerWords.tooFast } }
    const elicitation = { ...input, message: clip(message, longestMessage) }
    return mode === 'form' ? askForm(elicitation, deps) : askPage(elicitation, deps)
  }
}

/** Returns the folders shared with a server, also by projects, that exist (client/roots). */
const listRoots =
  ({ journal }: { journal: Journal }): InputHandler =>
  async ({ server }) => {
    const folders = await lookAtFolders(foldersOf(server, journal.state))
    const there = folders.flatMap((it) => (it.state === 'there' ? [it.real ?? path.resolve(it.path)] : []))
    return { result: { roots: there.map((it) => ({ uri: pathToFileURL(it).href, name: path.basename(it) || it })) } }
  }
