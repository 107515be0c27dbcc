import { z } from 'zod'

const baseUrl = z.url({ protocol: /^https?$/ })
const model = z.string().min(1).max(200)
const theme = z.enum(['system', 'light', 'dark'])
const stepLimit = z.int().min(1).max(200)

/** settings.json: preferences that are safe to read, copy and edit by hand. Keys and tokens are in the secret store. */
export const settings = z.strictObject({
  anthropic: z
    .strictObject({
      /** Where the Messages API is; a gateway or a local server may stand here. */
      baseUrl: baseUrl.default('https://api.anthropic.com'),
      /** The model that answers in conversations; none until the person chose. */
      model: model.optional(),
    })
    .prefault({}),
  appearance: z.strictObject({ theme: theme.default('system') }).prefault({}),
  /** How many model messages one turn may have before it stops and asks. */
  stepLimit: stepLimit.default(25),
})

/** What a change may name; the rest stays as it is. Free of defaults, which would be filled in for what is not named. */
export const settingsChange = z.strictObject({
  anthropic: z.strictObject({ baseUrl: baseUrl.optional(), model: model.optional() }).optional(),
  appearance: z.strictObject({ theme: theme.optional() }).optional(),
  stepLimit: stepLimit.optional(),
})

/** The name under which the secret store holds the key of the Messages API. */
export const modelKey = 'anthropic/key'

export type Settings = z.infer<typeof settings>
export type SettingsChange = z.infer<typeof settingsChange>
export const defaultSettings: Settings = settings.parse({})
