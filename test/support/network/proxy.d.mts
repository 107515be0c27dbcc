import type { Authority } from './authority.mjs'

export type ProxyMode =
  | 'ok'
  | 'block'
  | 'block-200'
  | 'login'
  | 'loop'
  | 'silent'
  | 'reset'
  | 'garbage'
  | 'half'
  | 'flood'
  | '502'
  | '503'
  | '200-body'
  | '201'

export type ProxyOptions = {
  names?: Record<string, string>
  mode?: ProxyMode
  auth?: { user: string; password: string; scheme?: string } | undefined
  inspect?: Authority | undefined
  inspectHow?: object | undefined
  bufferMs?: number | undefined
  cutMs?: number | undefined
  idleMs?: number | undefined
  strip?: string[]
  add?: Record<string, string>
  via?: boolean
  originCa?: string | undefined
  tls?: { key: string; cert: string }
  port?: number
  host?: string
  allowLoopback?: boolean
}

export type SeenByProxy = {
  kind: 'connect' | 'request' | 'inspected'
  target: string
  auth: string
  headers: Record<string, string | undefined>
}

export type CompanyProxy = {
  port: number
  url: string
  readonly urlWithPassword: string
  seen: SeenByProxy[]
  violations: { rule: string; detail: string }[]
  set(changes: ProxyOptions): void
  connections(): number
  close(): Promise<void>
}

export const blockPage: string
export const modes: ProxyMode[]
export function startProxy(options?: ProxyOptions): Promise<CompanyProxy>
