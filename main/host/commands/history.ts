import type { ConfigurationChange, MemberChange } from '../../../shared/contract/history-commands.ts'
import type { Handlers } from '../../../shared/contract/commands.ts'
import { HostError } from '../../../shared/contract/errors.ts'
import { changedMembers, type ChangedMember, withoutChange } from '../../../shared/config/config-change.ts'
import { serverConfig, type ServerConfig } from '../../../shared/config/server-config.ts'
import { clip } from '../../../shared/text/clip.ts'
import {
  hasSecretArgument,
  hasSecretParameter,
  isSecretName,
  isSecretValue,
} from '../../../shared/text/secret-signs.ts'
import { secretPrefixOf } from '../../../shared/config/secret-prefixes.ts'
import { secretReferences } from '../../../shared/risk/secret-names.ts'
import { ownOf, type JsonValue } from '../../../shared/schema/json.ts'
import type { RecordedChange } from '../journal/queries/configurations.ts'
import type { HostParts } from './parts.ts'
import { bringBackServer, removeServer } from './servers.ts'
import { commandWords as words } from './words.ts'

/** Max characters of a value, and max members of one change. */
const longestValue = 300
const mostMembers = 100
const mask = '••••'

/** Earlier configurations of servers, and the way back to them. */
export function historyHandlers(parts: HostParts) {
  const { reader, configuration, redaction } = parts
  return {
    listConfigurationChanges: async (page) => {
      const { rows, ...rest } = await reader.ask('configurations', page)
      const { servers } = configuration
      return { ...rest, rows: rows.map((row) => describe(row, servers[row.server], (text) => redaction.line(text))) }
    },
    undoConfigurationChange: async ({ seq, server }, { actor }) => {
      const { rows } = await reader.ask('configurations', { server, before: seq + 1, limit: 1 })
      const change = rows.find((row) => row.seq === seq)
      if (!change) throw new HostError('not-found', words.noChange(seq, server))
      if (change.secret !== undefined) throw new HostError('conflict', words.valueNotKept(seq))
      const current = ownOf(configuration.servers, server)
      const undone = withoutChange(current, change)
      if (undone === 'same') throw new HostError('conflict', words.alreadyUndone(seq))
      if (undone === 'later') throw new HostError('conflict', words.changedSince(seq, server))
      if (undone.config === undefined) return removeServer(server, actor, parts)
      const config = serverConfig.safeParse(undone.config)
      if (!config.success) throw new HostError('conflict', words.noLongerValid(seq))
      await bringBackServer(server, config.data, actor, parts)
    },
  } satisfies Partial<Handlers>
}

/** Known secrets are replaced, and what looks like one is masked. */
function describe(
  recorded: RecordedChange,
  current: ServerConfig | undefined,
  clean: (text: string) => string,
): ConfigurationChange {
  if (recorded.secret !== undefined) {
    const { secret, ...change } = recorded
    const used = current && secretReferences(current).find(({ name }) => name === secret)
    const name = used ? used.at.join('.') : secret.slice(secretPrefixOf(change.server).length)
    const member = { name: clip(clean(name), longestValue), before: mask, after: mask }
    return { ...change, kind: 'secret', members: [member], undo: 'value' }
  }
  const { before, after, ...change } = recorded
  const undone = withoutChange(current, { before, after })
  return {
    ...change,
    kind: before ? (after ? 'changed' : 'removed') : 'added',
    members: changedMembers(before, after)
      .slice(0, mostMembers)
      .map((member) => shown(member, clean)),
    undo: typeof undone === 'string' ? undone : 'can',
  }
}

function shown({ path, before, after }: ChangedMember, clean: (text: string) => string): MemberChange {
  const said = (value: JsonValue | undefined): string | null =>
    value === undefined ? null : clip(clean(masked(path, value)), longestValue)
  return { name: clip(path.join('.'), longestValue), before: said(before), after: said(after) }
}

function masked([member = '', name = '']: string[], value: JsonValue): string {
  if (typeof value === 'object' && value !== null && 'secret' in value) return mask
  if (Array.isArray(value)) {
    const args = value.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
    return hasSecretArgument(args) ? mask : args.map((one) => (isSecretValue(one) ? mask : one)).join(' ')
  }
  if (typeof value !== 'string') return JSON.stringify(value)
  const isHidden = isSecretValue(value) || ((member === 'env' || member === 'headers') && isSecretName(name))
  if (member === 'url' && hasSecretParameter(value)) return `${value.split('?')[0] ?? ''}?${mask}`
  return isHidden ? mask : value
}
