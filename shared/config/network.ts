import { z } from 'zod'

/** How requests reach other computers. `automatic`: the environment's proxy, else the system's, else none. */
export const networkMode = z.enum(['automatic', 'none', 'proxy'])

/** A proxy's URL, or its host and port; without a password, which isn't kept in a settings file. */
export const proxyText = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .regex(/^(https?:\/\/)?([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?\/?$/i, {
    message: 'must be an HTTP proxy, without a password',
  })

/** A name, address or network that is reached directly, as in `NO_PROXY`. */
export const directEntry = z
  .string()
  .trim()
  .min(1)
  .max(300)
  .regex(/^[^\s,;]+$/, { message: 'must be one entry' })

const mostDirect = 200

/** The way out, as the user chose it. */
export const networkSettings = z
  .strictObject({
    mode: networkMode.default('automatic'),
    proxy: proxyText.optional(),
    direct: z.array(directEntry).max(mostDirect).default([]),
  })
  .refine(({ mode, proxy }) => mode !== 'proxy' || proxy !== undefined, {
    message: 'must name a proxy',
    path: ['proxy'],
  })

/** The parts a change can name; others stay, and null removes one. */
export const networkChange = z.strictObject({
  mode: networkMode.optional(),
  proxy: proxyText.nullable().optional(),
  direct: z.array(directEntry).max(mostDirect).optional(),
})

export type NetworkSettings = z.infer<typeof networkSettings>
export type NetworkChange = z.infer<typeof networkChange>

/** Why a request goes the way it goes. */
export type RouteReason =
  | 'this-computer'
  | 'inside'
  | 'own-list'
  | 'setting'
  | 'variable'
  | 'not-in-variable'
  | 'system'
  | 'nothing-set'

/** `proxy`: host and port, without a password. `from`: the variable that decided. `none`: it can't be used. */
export type KnownRoute = { way: 'direct' | 'proxy' | 'none'; because: RouteReason; proxy?: string; from?: string }

/** One place that Atrium reaches, or would. `name`: the user's or their server's; absent for Atrium's own places. */
export type RoutedPlace = KnownRoute & {
  kind: 'model' | 'server' | 'registry' | 'releases'
  url: string
  name?: string
}

/** The steps of reaching a place, in order. */
export const trialSteps = ['name', 'connection', 'password', 'certificate', 'answer'] as const
export type TrialStep = (typeof trialSteps)[number]

/** How one step ended; `text` says it in a sentence. Steps after a failed one aren't tried. */
export type TriedStep = { step: TrialStep; outcome: 'ok' | 'failed' | 'not-tried'; ms?: number; text?: string }
