import type { ServerConfig } from '../../../../shared/config/server-config.ts'
import { serverForm } from '../../../strings/servers/servers-form.ts'

/** In the order of the form; named as in `timeouts` of servers.json. */
export const limitNames = ['idle', 'work', 'wall', 'start'] as const
/** A time limit of the configuration. */
export type LimitName = (typeof limitNames)[number]

/** Max duration of one call, or the start, in seconds as typed; empty means the default. */
export type Limits = Record<LimitName, string>

/** The host's default limits, in seconds. */
export const usualTimeLimits: Record<LimitName, number> = { idle: 60, work: 600, wall: 86_400, start: 60 }

/** Every limit at its default. */
export const noLimits: Limits = { idle: '', work: '', wall: '', start: '' }

/** The configured limits as typed text; defaults stay empty. */
export const limitsOf = (timeouts: ServerConfig['timeouts']): Limits => ({
  idle: timeouts?.idle?.toString() ?? '',
  work: timeouts?.work?.toString() ?? '',
  wall: timeouts?.wall?.toString() ?? '',
  start: timeouts?.start?.toString() ?? '',
})

/** The typed values as numbers, `NaN` if invalid; undefined if empty. */
export function readLimits(limits: Limits): Partial<Record<LimitName, number>> | undefined {
  const typed = limitNames.flatMap((name) => {
    const text = limits[name].trim()
    return text === '' ? [] : [[name, Number(text.replace(',', '.'))] as const]
  })
  return typed.length === 0 ? undefined : Object.fromEntries(typed)
}

/** Limits that another limit makes pointless. */
export function limitProblems(limits: Limits): Partial<Record<LimitName, string>> {
  const { idle = 0, work = 0, wall } = readLimits(limits) ?? {}
  const problems: Partial<Record<LimitName, string>> = {}
  if (work > 0 && work < idle) problems.work = serverForm.limits.lessThanSilence(idle)
  if (wall !== undefined && wall < Math.max(idle, work))
    problems.wall = serverForm.limits.lessThanBefore(Math.max(idle, work))
  return problems
}
