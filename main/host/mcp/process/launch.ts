import { stat } from 'node:fs/promises'
import type { Launch } from '../../../../shared/asks/asks.ts'
import { renamedConfig, renamedSecret, type Rename } from '../../../../shared/config/secret-prefixes.ts'
import { launchOf, type ServerConfig, type StdioConfig } from '../../../../shared/config/server-config.ts'
import { hashOf } from '../../base/hash.ts'
import { ownFolder, resolveBounds, startFolder } from './bounds.ts'
import { located } from './bundle-folder.ts'
import { resolveCommand } from './command-path.ts'
import { passedOn, resolveEnvironment, secretsIn } from './environment.ts'
import { codeOf, unstarted } from './observe.ts'
import { programFile } from './program-file.ts'
import type { SecretStore } from '../../platform.ts'
import { resolveValues } from '../../secrets/own-secret.ts'
import type { Redaction } from '../../secrets/redaction.ts'
import { StartFailure, startProblem } from './reasons.ts'
import { processWords } from './words.ts'
import type { LaunchSpec } from './server-process.ts'
import { defined } from '../../../../shared/schema/json.ts'

/** A program ready to be executed, for the system and for the question to the user. */
export type Prepared = { spec: LaunchSpec; launch: Launch }

/** The launch's server, the source of its values, and what the user last trusted as this server. */
export type LaunchDeps = {
  id: string
  secrets: SecretStore
  redaction: Redaction
  dataDirectory: string
  trusted?: Launch | undefined
}

/** Resolves a configuration. Rejects with the sentence shown to the user if it can't be started. */
export async function prepare(configured: StdioConfig, deps: LaunchDeps): Promise<Prepared> {
  const config = located(configured, deps.dataDirectory)
  const { command, args, env } = config
  const passed = passedOn(config, process.env)
  for (const [name, value] of Object.entries(passed))
    for (const secret of secretsIn(name, value)) deps.redaction.hide(name, secret)
  const owner = { id: deps.id, config, store: deps.secrets }
  const environment = await resolveEnvironment(env, owner, passed)
  if ('problem' in environment) throw new StartFailure(environment.problem)
  const { variables } = environment
  const { secretArguments } = config
  const own = await resolveValues(secretArguments ?? {}, owner)
  if ('problem' in own) throw new StartFailure(own.problem)
  const cwd = startFolder(config, deps.dataDirectory, deps.id)
  const folder = await stat(cwd).catch(() => undefined)
  if (!folder?.isDirectory())
    throw new StartFailure(
      config.bundle ? processWords.noBundle(config.bundle.name) : processWords.noFolder(cwd),
      'lasting',
      { seen: unstarted(config, variables, 'ENOTDIR') },
    )
  const path = pathOf(config, variables, cwd)
  const { sha256, file } = await programFile(path, deps.trusted)
  const bounds = resolveBounds(config, deps.dataDirectory)
  const launch: Launch = {
    command,
    path,
    args,
    cwd,
    environment: namesIn(variables, env),
    ...(secretArguments && {
      secretArguments: Object.entries(secretArguments).map(([name, { secret }]) => ({ name, secret })),
    }),
    ...defined({ sha256, file }),
    ...(bounds && { bounds }),
    hash: trustHash({ path, args, cwd, sha256, bounds }, config, passed),
  }
  const contained = bounds && { bounds }
  const spec = {
    command: path,
    ...defined({ sha256 }),
    args,
    argumentValues: own.values,
    cwd,
    env: variables,
    redact: deps.redaction.line,
  }
  return { spec: { ...spec, ...contained }, launch }
}

/** The hash that the user trusts. For a secret the reference counts: a new value under the same name is the same launch. */
const trustHash = (
  { path, args, cwd, sha256, bounds }: Pick<Launch, 'path' | 'args' | 'cwd' | 'sha256' | 'bounds'>,
  { env, secretArguments }: Pick<StdioConfig, 'env' | 'secretArguments'>,
  passed: Record<string, string>,
): string =>
  hashOf({
    path,
    args,
    cwd,
    env,
    sha256: sha256 ?? null,
    ...(Object.keys(passed).length > 0 && { network: hashOf(passed) }),
    ...(secretArguments && { secretArguments }),
    ...(bounds && { bounds }),
  })

/**
 * A trusted launch under its server's new ID: the same program with the same arguments, whose own folder and secrets
 * have other names. Undefined if the configuration no longer starts what was trusted.
 */
export function renamedLaunch(trusted: Launch, config: StdioConfig, rename: Rename, dataDirectory: string) {
  const before = located(config, dataDirectory)
  const passed = passedOn(before, process.env)
  if (trustHash(trusted, before, passed) !== trusted.hash) return undefined
  const after = renamedConfig(config, rename)
  if (after.type !== 'stdio') return undefined
  const renamed = (secret: string): string => renamedSecret(secret, rename)
  const isOwn = trusted.cwd === ownFolder(dataDirectory, rename.from) && config.cwd === undefined
  const launch: Launch = {
    ...trusted,
    ...(isOwn && { cwd: ownFolder(dataDirectory, rename.to) }),
    environment: trusted.environment.map((it) => ({
      ...it,
      ...(it.secret !== undefined && { secret: renamed(it.secret) }),
    })),
    ...(trusted.secretArguments && {
      secretArguments: trusted.secretArguments.map(({ name, secret }) => ({ name, secret: renamed(secret) })),
    }),
  }
  return { ...launch, hash: trustHash(launch, located(after, dataDirectory), passed) }
}

function pathOf(config: StdioConfig, variables: Record<string, string>, cwd: string): string {
  try {
    return resolveCommand(config.command, variables, cwd)
  } catch (error) {
    throw new StartFailure(startProblem(error, config.command), 'lasting', {
      seen: unstarted(config, variables, codeOf(error)),
    })
  }
}

const namesIn = (variables: Record<string, string>, configured: StdioConfig['env']): Launch['environment'] =>
  Object.keys(variables)
    .toSorted()
    .map((name) => ({ name, ...sourceOf(configured[name]) }))

function sourceOf(setting: StdioConfig['env'][string] | undefined): Omit<Launch['environment'][number], 'name'> {
  if (setting === undefined) return { from: 'inherited' }
  return typeof setting === 'string' ? { from: 'configuration' } : { from: 'secret', secret: setting.secret }
}

/** Identifies a configuration's program and the data it gets at the start: a change requires a restart. */
export const launchHash = (config: ServerConfig): string => {
  const { sampling, pages } = config
  const client = (config.type === 'http' && config.oauth) || {}
  const { clientId, clientSecret, scopes, callbackPort, issuer, grant, privateKey } = client
  const oauth = [
    clientId ?? null,
    clientSecret?.secret ?? null,
    scopes ?? null,
    callbackPort ?? null,
    issuer ?? null,
    ...(grant ? [grant, privateKey?.secret ?? null] : []),
  ]
  const isKnown = oauth.some((it) => it !== null)
  return hashOf({
    ...launchOf(config),
    ...(sampling && { sampling }),
    ...(pages && { pages }),
    ...(isKnown && { oauth }),
  })
}
