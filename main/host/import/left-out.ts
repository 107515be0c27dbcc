import type { LossReason } from '../../../shared/config/imported.ts'
import { isObject, type JsonValue } from '../../../shared/schema/json.ts'
import { isBlankMember, type Members } from './members.ts'

/** Members that are read as part of another, or that change nothing about a server. */
const silent = new Set([
  'name',
  'key',
  'label',
  'title',
  'uuid',
  'id',
  'registryId',
  'source',
  'sourceId',
  'reference',
  'searchKey',
  'version',
  'gallery',
  'icon',
  'icons',
  'iconPath',
  'faviconUrl',
  'descriptions',
  'provider',
  'providerUrl',
  'bundled',
  'capabilities',
  'customUserVars',
  'schema',
  '$schema',
  'inputs',
  'settings',
  'allowedToolsNames',
])

const reasons: Record<string, LossReason> = {
  ...all('approvals-live-here', ['autoApprove', 'alwaysAllow', 'trust', 'approvalPolicy', 'disabledAutoApproveTools']),
  ...all('approvals-live-here', ['default_tools_approval_mode']),
  ...all('tool-switches-after-first-list', ['includeTools', 'excludeTools', 'enabled_tools', 'disabled_tools']),
  ...all('tool-switches-after-first-list', ['disabledTools', 'tools', 'available_tools', 'toolSelection']),
  ...all('file-of-variables-not-read', ['envFile']),
  ...all('sandbox-of-another-client', ['sandbox', 'sandboxEnabled']),
  ...all('development-mode', ['dev']),
  ...all('runs-a-program-for-headers', ['headersHelper']),
  ...all('package-mirror', ['registryUrl', 'customNpmRegistry']),
  ...all('sign-in-of-another-kind', ['authProviderType', 'targetAudience', 'targetServiceAccount']),
}

function all(why: LossReason, names: string[]): Record<string, LossReason> {
  return Object.fromEntries(names.map((name) => [name, why]))
}

/** Names every member that has no effect here, and says why. */
export function loseTheRest(members: Members): void {
  for (const [name, value] of members.rest()) {
    if (silent.has(name) || isBlankMember(value) || saysNothing(name, value)) continue
    const isApproval = name === 'tools' && isObject(value)
    members.lose(name.slice(0, 100), isApproval ? 'approvals-live-here' : (reasons[name] ?? 'no-such-setting'))
  }
}

/** Whether a member changes nothing: a switch that is off, or a list of all tools. */
const saysNothing = (name: string, value: JsonValue): boolean =>
  (value === false && (name in reasons || name === 'remote')) ||
  (name === 'tools' && Array.isArray(value) && value.length === 1 && value[0] === '*')
