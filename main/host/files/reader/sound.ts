import type { FileOutcome } from '../../../../shared/content/extracted.ts'
import { Unreadable } from '../reading/unreadable.ts'

const isWave = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WAVE'

const isMpeg = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 0, 3) === 'ID3' || (bytes.length > 3 && frameOf(bytes, 0) !== undefined)

/** Whether these bytes are a sound that Atrium knows. */
export const isSound = (bytes: Buffer): boolean => isWave(bytes) || isMpeg(bytes)

/** A sound's length. Throws `Unreadable` if it isn't all there. */
export function readSound(bytes: Buffer): FileOutcome {
  return isWave(bytes)
    ? { outcome: 'audio', kind: 'wav', seconds: waveSeconds(bytes) }
    : { outcome: 'audio', kind: 'mp3', seconds: mpegSeconds(bytes) }
}

/** The chunks of a RIFF file must be within it. */
function waveSeconds(bytes: Buffer): number {
  let perSecond = 0
  for (let at = 12; at + 8 <= bytes.length;) {
    const name = bytes.toString('latin1', at, at + 4)
    const size = bytes.readUInt32LE(at + 4)
    if (at + 8 + size > bytes.length) break
    if (name === 'fmt ' && size >= 16) perSecond = bytes.readUInt32LE(at + 16)
    if (name === 'data' && perSecond > 0) return size / perSecond
    at += 8 + size + (size % 2)
  }
  throw new Unreadable('broken', 'wav')
}

const bitRates = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const lowBitRates = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const sampleRates = [44_100, 48_000, 32_000]

/** A frame's bytes and seconds (ISO 11172-3, layer III); undefined if there is none at this place. */
function frameOf(bytes: Buffer, at: number): { size: number; seconds: number } | undefined {
  if (at + 4 > bytes.length || bytes[at] !== 0xff) return undefined
  const [second = 0, third = 0] = [bytes[at + 1], bytes[at + 2]]
  const version = (second >> 3) & 3
  if (second >> 5 !== 7 || version === 1 || ((second >> 1) & 3) !== 1) return undefined
  const rate = (version === 3 ? bitRates : lowBitRates)[third >> 4]
  const samples = (sampleRates[(third >> 2) & 3] ?? 0) / (version === 3 ? 1 : version === 2 ? 2 : 4)
  if (!rate || samples === 0) return undefined
  const each = version === 3 ? 1152 : 576
  const size = Math.floor((each / 8) * ((rate * 1000) / samples)) + ((third >> 1) & 1)
  return { size, seconds: each / samples }
}

function mpegSeconds(bytes: Buffer): number {
  let at = 0
  if (bytes.toString('latin1', 0, 3) === 'ID3' && bytes.length > 10)
    at = 10 + bytes.subarray(6, 10).reduce((size, byte) => (size << 7) | (byte & 0x7f), 0)
  let seconds = 0
  for (let frame = frameOf(bytes, at); frame; frame = frameOf(bytes, at)) {
    if (at + frame.size > bytes.length) break
    seconds += frame.seconds
    at += frame.size
  }
  if (seconds === 0) throw new Unreadable('broken', 'mp3')
  return seconds
}
