import type { LaunchTemplate, Template } from '../../../shared/config/candidate.ts'
import type { ImportChange } from '../../../shared/config/imported.ts'
import type { ServerConfig, ServerConfigs } from '../../../shared/config/server-config.ts'
import { freeId, idOfAddress, idOfWords, safeId } from '../../../shared/config/suggest-id.ts'
import { hasSecretSign } from '../../../shared/text/secret-signs.ts'
import type { Entry } from './containers.ts'

/** The ID a server can have here, its display name, and what changed. */
export type Identity = { id: string; name?: string; changes: ImportChange[] }

/** `taken` are the IDs of other servers. */
export function identifyEntry(
  { key, label, isNumbered }: Entry,
  launch: LaunchTemplate,
  taken: ReadonlySet<string>,
): Identity {
  const named = (wanted: string, changes: ImportChange[], name?: string): Identity => {
    const id = freeId(wanted, taken)
    return { id, ...(name !== undefined && name !== id && { name: name.slice(0, 64) }), changes }
  }
  const own = safeId(key)
  const known = label !== undefined && hasSecretSign(label) ? undefined : label
  const isNameless =
    key.trim() === '' || hasSecretSign(key) || (isNumbered === true && known === undefined && /^[\d-]+$/.test(key))
  if (isNameless) {
    const [wanted, change] =
      launch.type === 'http'
        ? [safeId(idOfAddress(templateText(launch.url))), 'named-from-address' as const]
        : [idOfWords([launch.command, ...launch.args].map(templateText)), 'named-from-package' as const]
    return named(wanted || 'server', [change])
  }
  // A name without a letter or digit that an ID can have: the application's number is the ID.
  const base = own || (isNumbered ? safeId(known ?? '') : '') || 'server'
  const free = freeId(base, taken)
  const shown = !isNumbered && known !== undefined ? known : base === key ? undefined : key
  return named(base, free === key ? [] : ['renamed'], shown)
}

/** A template as text, with each gap as its question's ID in angle brackets. */
export const templateText = (template: Template): string =>
  template.map((part) => (typeof part === 'string' ? part : `<${part.ask}>`)).join('')

/** Compares servers by what is started or reached. The values of variables can be in the secret store. */
function launchKey(launch: LaunchTemplate): string {
  if (launch.type === 'http') return JSON.stringify([templateText(launch.url), namesOf(launch.headers)])
  const { command, args, cwd, env } = launch
  return JSON.stringify([templateText(command), args.map(templateText), cwd ? templateText(cwd) : '', namesOf(env)])
}

const namesOf = (values: { name: string }[]): string[] => values.map(({ name }) => name).toSorted()

function keyOfConfig(config: ServerConfig): string | undefined {
  if (config.type === 'playground') return undefined
  const named = (values: object) => Object.keys(values).map((name) => ({ name, value: [], secret: false }))
  if (config.type === 'http') return launchKey({ type: 'http', url: [config.url], headers: named(config.headers) })
  const { command, args, cwd, env } = config
  return launchKey({
    type: 'stdio',
    command: [command],
    args: args.map((arg) => [arg]),
    env: named(env),
    ...(cwd !== undefined && { cwd: [cwd] }),
  })
}

/** The configured server that starts the same program in the same way, or has the same URL. */
export function twinOf(launch: LaunchTemplate, servers: Readonly<ServerConfigs>): string | undefined {
  const key = launchKey(launch)
  return Object.keys(servers).find((id) => servers[id] && keyOfConfig(servers[id]) === key)
}
