import { channel } from 'node:diagnostics_channel'
import type { JsonObject } from '../../../../shared/schema/json.ts'

/** One frame that leaves for a server; `revision` is what was negotiated, where something was. */
export type SentFrame = { message: JsonObject; revision: string | undefined }

/** Every frame that passes a gate outwards, for whoever checks them. Nobody listens in the app itself. */
const frames = channel('atrium:sent-frames')

export const tellSent = (message: JsonObject, handshake: JsonObject | undefined): void => {
  if (!frames.hasSubscribers) return
  const { protocolVersion } = handshake ?? {}
  const frame: SentFrame = { message, revision: typeof protocolVersion === 'string' ? protocolVersion : undefined }
  frames.publish(frame)
}
