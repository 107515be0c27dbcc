import type { ServerConfig } from '../../../shared/config/server-config.ts'
import type { FoundConfig } from '../../../shared/contract/config-commands.ts'
import { isObject } from '../../../shared/schema/json.ts'
import { serverForm } from '../../strings/servers/servers-form.ts'
import { inputsOf } from './paste-gaps.ts'
import { readEntry, type FoundServer } from './pasted-entry.ts'
import { argumentsOf, draftOf, type ServerDraft } from './server-draft.ts'

const words = serverForm.found

/** One application's servers on this computer, and sentences about what isn't among them. */
export type FoundApp = { app: string; file: string; servers: FoundServer[]; remarks: string[]; problem?: string }

/** Each server once, under the first application that has it, and with a name that no other server has. */
export function readFound(configs: readonly FoundConfig[], taken: readonly string[]): FoundApp[] {
  const names = new Set(taken)
  const seen = new Map<string, FoundServer>()
  return configs.map((found) => {
    const { app, file } = found
    if ('problem' in found) return { app, file, servers: [], remarks: [], problem: found.problem }
    const result: FoundApp = { app, file, servers: [], remarks: [...found.notes] }
    for (const [id, entry] of Object.entries(found.servers)) {
      const read = isObject(entry) ? readEntry(id, entry, inputsOf(found.inputs)) : undefined
      if (typeof read !== 'object') {
        result.remarks.push(read ?? serverForm.pasted.entryNoObject(id.slice(0, 64)))
        continue
      }
      const launch = wholeLaunchOf(read.draft)
      const first = seen.get(launch)
      if (first) first.notes.push(words.alsoIn(app, read.draft.id))
      else {
        const server = { ...read, draft: { ...read.draft, id: freeId(read.draft.id, names) } }
        names.add(server.draft.id)
        seen.set(launch, server)
        result.servers.push(server)
      }
    }
    return result
  })
}

/** The name, or with a number if another server has it. */
export function freeId(wanted: string, names: ReadonlySet<string>): string {
  if (!names.has(wanted)) return wanted
  let n = 2
  while (names.has(`${wanted.slice(0, 60)} ${n}`)) n++
  return `${wanted.slice(0, 60)} ${n}`
}

/** The configured server that starts the same program in the same way, or has the same URL. */
export function twinOf(draft: ServerDraft, servers: Readonly<Record<string, ServerConfig>>): string | undefined {
  const launch = launchOf(draft)
  return Object.keys(servers).find((id) => {
    const config = servers[id]
    return config && config.type !== 'playground' && launchOf(draftOf(id, config)) === launch
  })
}

/** By the names of variables and headers: the values of a configured server can be in the secret store. */
function launchOf({ kind, url, command, cwd, env, headers, ...draft }: ServerDraft): string {
  const names = (kind === 'http' ? headers : env).map(({ name }) => name).toSorted()
  if (kind === 'http') return JSON.stringify([URL.parse(url.trim())?.href ?? url.trim(), names])
  return JSON.stringify([command.trim(), argumentsOf(draft), cwd.trim(), names])
}

/** With the values, too: two entries with other keys are two servers. */
const wholeLaunchOf = (draft: ServerDraft): string =>
  JSON.stringify([
    launchOf(draft),
    [...draft.env, ...draft.headers].map(({ name, value }) => JSON.stringify([name, value])).toSorted(),
  ])
