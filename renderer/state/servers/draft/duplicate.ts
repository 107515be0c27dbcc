import type { HttpConfig, ServerConfig, StdioConfig } from '../../../../shared/config/server-config.ts'
import { secretPrefixOf } from '../../../../shared/config/secret-prefixes.ts'
import { secretReferences } from '../../../../shared/risk/secret-names.ts'
import { serverForm } from '../../../strings/servers/servers-form.ts'
import { nameProblem } from './read-draft.ts'

/** A secret of the copied server: its variable or header, and the name under which the copy would keep it. */
type CopiedSecret = { label: string; name: string }

/** The secrets that a copy of this server needs to be given. */
export const secretsToEnter = (id: string, config: ServerConfig, copy: string): CopiedSecret[] =>
  secretReferences(config).map(({ at, name }) => ({
    label: labelOf(at),
    name: moved(name, id, copy),
  }))

const labelOf = ([part, key = '']: string[]): string => {
  if (part !== 'oauth') return key
  return key === 'privateKey' ? serverForm.duplicate.privateKey : serverForm.duplicate.clientSecret
}

const moved = (name: string, id: string, copy: string): string =>
  secretPrefixOf(copy) + name.slice(secretPrefixOf(id).length)

/**
 * The command's input for a copy under another ID. It refers to its own secrets, never to the original's, and stays off
 * while one of them is missing.
 */
export function copyInput(id: string, config: ServerConfig, copy: string, typed: Record<string, string>) {
  const wanted = secretsToEnter(id, config, copy)
  const given = wanted.filter(({ name }) => (typed[name] ?? '').trim() !== '')
  const isWhole = given.length === wanted.length
  const { name: _name, ...rest } = config
  return {
    id: copy,
    config: { ...withOwnSecrets(rest, (name) => moved(name, id, copy)), enabled: isWhole },
    secrets: Object.fromEntries(given.map(({ name }) => [name, (typed[name] ?? '').trim()])),
  }
}

type Values = StdioConfig['env'] | HttpConfig['headers']

function withOwnSecrets(config: ServerConfig, rename: (name: string) => string): ServerConfig {
  const renamed = (values: Values): Values =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => [
        key,
        typeof value === 'string' ? value : { secret: rename(value.secret) },
      ]),
    )
  if (config.type === 'playground') return config
  if (config.type === 'stdio') {
    const apart = Object.entries(config.secretArguments ?? {}).map(([key, { secret }]) => [
      key,
      { secret: rename(secret) },
    ])
    return {
      ...config,
      env: renamed(config.env),
      ...(config.secretArguments && { secretArguments: Object.fromEntries(apart) }),
    }
  }
  const { clientSecret, privateKey, ...oauth } = config.oauth ?? {}
  return {
    ...config,
    headers: renamed(config.headers),
    ...(config.oauth && {
      oauth: {
        ...oauth,
        ...(clientSecret && { clientSecret: { secret: rename(clientSecret.secret) } }),
        ...(privateKey && { privateKey: { secret: rename(privateKey.secret) } }),
      },
    }),
  }
}

/** Why a copy can't have this ID. */
export const copyProblem = (copy: string, taken: string[]): string | undefined => nameProblem(copy, taken).id
