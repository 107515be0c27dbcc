import type { Handlers } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { secretPrefixOf, signInSecrets } from '../../../shared/config/secret-prefixes.ts'
import { destinationOf, movedSecrets, urlOrigin, secretReferences } from '../../../shared/risk/secret-names.ts'
import { hostOf } from '../../../shared/text/hosts.ts'
import { hasSecretSign } from '../../../shared/text/secret-signs.ts'
import type { ServerConfig } from '../../../shared/config/server-config.ts'
import { modelKey } from '../../../shared/config/settings.ts'
import { ownOf } from '../../../shared/schema/json.ts'
import { endpointOf, rejectsKey } from '../llm/endpoints/models.ts'
import { lookAtFolders } from '../mcp/inputs/folders.ts'
import { launchHash } from '../mcp/process/launch.ts'
import type { Server } from '../mcp/server/server.ts'
import { readClientKey } from '../mcp/sign-in/client-key.ts'
import { enteredClientName, nobodyYet } from '../mcp/sign-in/entered-client.ts'
import { keyFaults } from '../mcp/sign-in/problems.ts'
import { bundleSteps } from './bundles.ts'
import { passportSteps } from './passports.ts'
import type { HostParts, ServerChange, SourceSteps } from './parts.ts'
import { renameServer } from './rename-server.ts'
import { commandWords as words } from './words.ts'

/** The configured servers, with the values entered for them. */
export function serverHandlers(parts: HostParts) {
  const { journal, configuration, secrets, servers, reviews, redaction } = parts
  const configured = (id: string): ServerConfig => {
    const config = ownOf(configuration.servers, id)
    if (!config) throw new HostError('not-found', words.noServer(id))
    return config
  }
  /** Names go to models and into the log as they are: nothing takes a secret out of them. */
  const refuseSecretIn = (names: (string | undefined)[], values: Readonly<Record<string, string>>): void => {
    const isSecret = (name: string): boolean => hasSecretSign(name) || redaction.isIn(name, Object.values(values))
    if (names.some((name) => name !== undefined && isSecret(name))) throw new HostError('bad-input', words.secretInName)
  }
  return {
    addServer: async ({ id, config, secrets: values, passport }, { actor }) => {
      if (ownOf(configuration.servers, id)) throw new HostError('conflict', words.serverExists(id))
      refuseSecretIn([id, config.name], values)
      configuration.assertNotRenaming()
      await withSources({ id, after: config, actor, passport }, parts, async () => {
        await secrets.setAll({ values: readable(id, config, values), destination: destinationOf(config) }, actor)
        configuration.setServer(id, config, actor)
        await journal.durable()
      })
    },
    updateServer: async ({ id, config, secrets: values }, { actor }) => {
      const before = configured(id)
      if (config.name !== before.name) refuseSecretIn([config.name], values)
      configuration.assertNotRenaming()
      await withSources({ id, before, after: config, actor }, parts, async () => {
        await secrets.setAll({ values: readable(id, config, values), destination: destinationOf(config) }, actor)
        // The user's sign-in is never combined with a client of Atrium's own.
        if (config.type === 'http' && config.oauth?.grant) await servers.get(id)?.dropSignIn(actor)
        if (entersClient(before, config, values)) await secrets.mark(enteredClientName(id), nobodyYet, actor)
        configuration.setServer(id, config, actor)
        const still = new Set(secretNames(config))
        await secrets.deleteAll(
          ownNames(id, before).filter((name) => !still.has(name)),
          actor,
        )
        await journal.durable()
        // A changed launch restarts the server anyway; new secrets under the same names aren't part of it.
        const goesOn = before.enabled && config.enabled && launchHash(before) === launchHash(config)
        if (goesOn && Object.keys(values).length > 0) await servers.restart(id)
      })
    },
    renameServer: async ({ id, to }, { actor }) => {
      configured(id)
      refuseSecretIn([to], {})
      await renameServer({ from: id, to }, actor, parts)
    },
    removeServer: async ({ id }, { actor }) => {
      configured(id)
      await removeServer(id, actor, parts)
    },
    setServerEnabled: async ({ id, enabled }, { actor }) => {
      configured(id)
      configuration.setEnabled(id, enabled, actor)
      await journal.durable()
    },
    restartServer: async ({ id }) => {
      configured(id)
      await servers.restart(id)
    },
    lookAtFolders: async ({ server }) => ({ folders: await lookAtFolders(configured(server).roots ?? []) }),
    lookAtContainment: async () => ({ levels: await servers.levels() }),
    reviewDefinitions: async ({ server }) => reviews.again(server),
  } satisfies Partial<Handlers>
}

/** The sources that keep something beside a server's configuration. */
const sources: SourceSteps[] = [bundleSteps, passportSteps]

/** Carries out a change of a server among the steps of its sources, which begin in their order. */
const withSources = (change: ServerChange, parts: HostParts, carryOut: () => Promise<void>): Promise<void> =>
  sources.reduceRight<() => Promise<void>>((then, steps) => () => steps(change, parts, then), carryOut)()

/** Removes a server with its secrets and the files that no other server uses. */
export async function removeServer(id: string, actor: string, parts: HostParts): Promise<void> {
  const { journal, configuration, secrets } = parts
  await withSources({ id, before: ownOf(configuration.servers, id), actor }, parts, async () => {
    configuration.setServer(id, undefined, actor)
    const prefixes = [secretPrefixOf(id), signInSecrets(id)]
    const own = journal.state.secrets.filter((name) => prefixes.some((prefix) => name.startsWith(prefix)))
    await secrets.deleteAll(own, actor)
    await journal.durable()
  })
}

/**
 * Brings an earlier configuration of a server back. Its URL doesn't count as entered now, so it has its own question. A
 * program's command has another hash than the trusted one, so it is reviewed too.
 */
export async function bringBackServer(
  id: string,
  config: ServerConfig,
  actor: string,
  parts: HostParts,
): Promise<void> {
  const { journal, configuration, secrets } = parts
  const before = ownOf(configuration.servers, id)
  await withSources({ id, before, after: config, actor }, parts, async () => {
    if (before && entersClient(before, config, {})) await secrets.mark(enteredClientName(id), nobodyYet, actor)
    configuration.setServer(id, config, actor, true)
    const still = new Set(secretNames(config))
    const gone = before ? ownNames(id, before).filter((name) => !still.has(name)) : []
    await secrets.deleteAll(gone, actor)
    await journal.durable()
  })
}

/** Signing in to servers, and out again. */
export function signInHandlers({ servers }: HostParts) {
  const known = (id: string): Server => {
    const server = servers.get(id)
    if (!server) throw new HostError('not-found', words.noServer(id))
    return server
  }
  return {
    signIn: ({ server }, { actor }) =>
      servers.isThroughCompany(server) ? servers.signInToCompany(actor) : known(server).signIn(),
    signOut: ({ server }, { actor }) => known(server).signOut(actor),
  } satisfies Partial<Handlers>
}

/** The commands about keys and other values in the secret store. */
export function secretHandlers({ journal, configuration, secrets, servers, network }: HostParts) {
  return {
    setModelKey: async ({ endpoint, key, check }, { actor }) => {
      const place = endpointOf(journal, endpoint)
      const { baseUrl, name = hostOf(baseUrl) ?? endpoint } = place
      if (check) {
        journal.assertHealthy()
        journal.append({ type: 'models.requested', endpoint, baseUrl, actor })
        await journal.durable()
        if (await rejectsKey(place, key, network)) throw new HostError('bad-input', words.keyRejected(name))
      }
      const destination = urlOrigin(baseUrl)
      await secrets.setAll({ values: { [modelKey(endpoint)]: key }, destination }, actor)
    },
    deleteModelKey: async ({ endpoint }, { actor }) => {
      endpointOf(journal, endpoint)
      await secrets.deleteAll([modelKey(endpoint)], actor)
    },
    confirmSecrets: async ({ owner, for: shown }, { actor }) => {
      const moved = movedSecrets(owner, journal.state)
      if (!moved) throw new HostError('not-found', words.nothingKept)
      if (moved.to !== shown) throw new HostError('conflict', words.movedOn(moved.to))
      await secrets.rebind(moved.names, moved.to, actor)
      if ('server' in owner && configuration.servers[owner.server]?.enabled) await servers.restart(owner.server)
    },
  } satisfies Partial<Handlers>
}

/** Whether it sets another OAuth client: its authorization server isn't known yet. */
function entersClient(before: ServerConfig, config: ServerConfig, values: Record<string, string>): boolean {
  if (config.type !== 'http' || !config.oauth) return false
  const { clientId, clientSecret, privateKey, issuer } = config.oauth
  const was = before.type === 'http' ? before.oauth : undefined
  const isTyped = [clientSecret, privateKey].some((it) => it && Object.hasOwn(values, it.secret))
  return isTyped || clientId !== was?.clientId || issuer !== was?.issuer
}

const secretNames = (config: ServerConfig): string[] => secretReferences(config).map(({ name }) => name)

/** Leaves out references of earlier releases' configurations that belong to something else. */
const ownNames = (id: string, config: ServerConfig): string[] =>
  secretNames(config).filter((name) => name.startsWith(secretPrefixOf(id)))

/** Like `ofServer`; also throws if a private key among the values can't be read. */
function readable(id: string, config: ServerConfig, values: Record<string, string>): Record<string, string> {
  const own = ofServer(id, config, values)
  const name = config.type === 'http' ? config.oauth?.privateKey?.secret : undefined
  const key = name === undefined ? undefined : ownOf(own, name)
  const fault = key === undefined ? undefined : readClientKey(key)
  if (typeof fault === 'string') throw new HostError('bad-input', words.unusableKey(keyFaults[fault]))
  return own
}

/**
 * The values whose names the configuration refers to. Throws `bad-input` for a name outside the server's own prefix in
 * the store.
 */
function ofServer(id: string, config: ServerConfig, values: Record<string, string>): Record<string, string> {
  const names = new Set(secretNames(config))
  for (const name of [...names, ...Object.keys(values)])
    if (!name.startsWith(secretPrefixOf(id))) throw new HostError('bad-input', words.foreignSecret(name, id))
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)))
}
