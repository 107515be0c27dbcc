import type { HostLink } from '../../../shared/contract/commands.ts'

/** Gives a host a bundle's bytes, as a page does; returns their sum. */
export async function openBundle(link: Pick<HostLink, 'call'>, bytes: Buffer, piece = 1024 * 1024): Promise<string> {
  const { upload } = await link.call('startBundle', { bytes: bytes.length })
  for (let at = 0; at < bytes.length; at += piece)
    await link.call('addBundleBytes', { upload, at, data: bytes.subarray(at, at + piece).toString('base64') })
  const { sha256 } = await link.call('openBundle', { upload })
  return sha256
}
