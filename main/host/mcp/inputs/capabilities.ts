import type { Capabilities } from '../protocol/connection.ts'
import type { ServerConfig } from '../../../../shared/config/server-config.ts'

/** What this server may ask of us (schema, ClientCapabilities); each has its handler in `inputs.ts`. */
export const capabilitiesFor = ({ sampling }: ServerConfig): Capabilities => ({
  elicitation: { form: {}, url: {} },
  roots: { listChanged: true },
  ...(sampling && { sampling: { tools: {} } }),
})
