import { z } from 'zod'

/** How requests reach other computers. `automatic`: the environment's proxy, else the system's, else none. */
export const networkMode = z.enum(['automatic', 'none', 'proxy'])

/** A proxy's URL, or its host and port; without a password, which isn't kept in a settings file. */
export const proxyText = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .refine((text) => !text.includes('@'), { message: 'must have no password' })

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
