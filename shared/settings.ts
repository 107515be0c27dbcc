import { z } from 'zod'

/** settings.json: preferences that are safe to read, copy and edit by hand. Keys and tokens are in the secret store. */
export const settings = z.strictObject({
  anthropic: z
    .strictObject({
      /** Where the Messages API is; a gateway or a local server may stand here. */
      baseUrl: z.url({ protocol: /^https?$/ }).default('https://api.anthropic.com'),
      /** The model that answers in conversations; none until the person chose. */
      model: z.string().min(1).max(200).optional(),
    })
    .prefault({}),
  appearance: z.strictObject({ theme: z.enum(['system', 'light', 'dark']).default('system') }).prefault({}),
  /** How many model messages one turn may have before it stops and asks. */
  stepLimit: z.int().min(1).max(200).default(25),
})

export type Settings = z.infer<typeof settings>
export const defaultSettings: Settings = settings.parse({})
