import { isDeepStrictEqual } from 'node:util'
import type { AppSurroundings } from '../../../shared/contract/result-commands.ts'
import type { Shell } from '../../../shared/contract/commands.ts'
import type { JsonObject } from '../../../shared/schema/json.ts'

/** The program, as apps know it. */
export type AppHost = { version: string; shell: Shell }

/**
 * An app's knowledge of its surroundings (MCP Apps 2026-01-26, Host Context): the window's looks and size, and the tool
 * as its server listed it. Nothing about the conversation, this computer or other servers.
 */
export function hostContext(around: AppSurroundings, tool: JsonObject | undefined, host: AppHost): JsonObject {
  const { theme, variables, locale, timeZone, mode, width, mostHeight, touch, hover } = around
  return {
    ...(tool && { toolInfo: { tool } }),
    theme,
    styles: { variables },
    displayMode: mode,
    availableDisplayModes: ['inline', 'fullscreen'],
    containerDimensions: mode === 'inline' ? { width, maxHeight: mostHeight } : { width, height: mostHeight },
    locale,
    timeZone,
    userAgent: `atrium/${host.version}`,
    platform: host.shell === 'electron' ? 'desktop' : 'web',
    deviceCapabilities: { touch, hover },
    safeAreaInsets: { top: 0, right: 0, bottom: 0, left: 0 },
  }
}

/** The members that differ in the later context; undefined if none does. */
export function changedContext(before: JsonObject, now: JsonObject): JsonObject | undefined {
  const changed = Object.entries(now).filter(([member, value]) => !isDeepStrictEqual(before[member], value))
  return changed.length > 0 ? Object.fromEntries(changed) : undefined
}
